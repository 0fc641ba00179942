import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatInteger } from '@/lib/text/format';
import { TimeAxis } from './time-axis';
import { besidePeriod, usePeriodSlider } from './use-period-slider';
import { GridLines, ValueAxis } from './value-axis';

interface TimeChartProps {
  /** The accessible name of the values. */
  label: string;
  /** The number of periods, from left to right; at least one. They have the same length. */
  count: number;
  /** The start of the first and the end of the last period, epoch milliseconds. */
  from: number;
  to: number;
  /** The value at the top. */
  max: number;
  /** Describes a period by its index, for the tooltip and for screen readers. */
  labelOf: (index: number) => string;
  /** Called with the index of a period that is clicked, or chosen by Enter. Without it periods cannot be chosen. */
  onChoose?: (index: number) => void;
  /** The result of `useTimeZone`. */
  timeZone: string | undefined;
  /** What is behind the shapes: positioned elements. */
  background?: ReactNode;
  /** Returns the shapes, in an SVG of 100 by 100 units. @param selected the index of the period that is pointed at */
  children: (y: ScaleLinear<number, number>, selected: number | null) => ReactNode;
}

/**
 * The frame of a chart over time: axes, grid and tooltip. It is operable as a slider. The shapes are drawn in a
 * stretched SVG of 100 by 100 units, and labels are positioned in percent. So the server can render it without
 * measurements, and nothing moves after hydration.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, count, from, to, max, labelOf, onChoose, timeZone, background, children } = props;
  const { selected, sliderProps } = usePeriodSlider(count, label, labelOf, onChoose);
  const y = scaleLinear().domain([0, max]).range([100, 0]);
  const ticks = y.ticks(3).filter(Number.isInteger);
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_20px] text-ink-3 text-xs">
      <ValueAxis y={y} ticks={ticks} format={formatInteger} />
      <div
        {...sliderProps}
        className={`relative touch-pan-y rounded-sm ${onChoose ? 'cursor-pointer' : 'cursor-crosshair'}`}
      >
        {background}
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <GridLines y={y} ticks={ticks} />
          {children(y, selected)}
        </svg>
        {selected === null ? null : (
          <div
            aria-hidden
            style={besidePeriod(selected, count)}
            className="pointer-events-none absolute bottom-full z-1 mb-1 w-max rounded-sm border border-line bg-surface px-2 py-1 text-ink shadow-popup"
          >
            {labelOf(selected)}
          </div>
        )}
      </div>
      <div className="col-start-2">
        <TimeAxis from={from} to={to} timeZone={timeZone} />
      </div>
    </div>
  );
}
