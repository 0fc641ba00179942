import { type ScaleLinear, scaleLinear, scaleTime, scaleUtc } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { formatInteger } from '@/lib/format';
import { clockLabel, dayLabel } from './time-labels';

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
  /** The result of `useTimeZone`. */
  timeZone: string | undefined;
  /** Returns the shapes, in an SVG of 100 by 100 units. @param selected the index of the period that is pointed at */
  children: (y: ScaleLinear<number, number>, selected: number | null) => ReactNode;
}

/**
 * The frame of a chart over time: axes, grid and tooltip. It is operable as a slider. The shapes are drawn in a
 * stretched SVG of 100 by 100 units, and labels are positioned in percent. So the server can render it without
 * measurements, and nothing moves after hydration.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, count, from, to, max, labelOf, timeZone, children } = props;
  const [selected, setSelected] = useState<number | null>(null);
  const last = count - 1;
  const y = scaleLinear().domain([0, max]).range([100, 0]);
  const ticks = y.ticks(3).filter(Number.isInteger);
  const x = (timeZone === undefined ? scaleTime() : scaleUtc()).domain([from, to]).range([0, 100]);

  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * count);
    setSelected(Math.min(Math.max(place, 0), last));
  };
  const step = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, selected ?? last, last);
    if (next === null) return;
    event.preventDefault();
    setSelected(next);
  };

  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_20px] text-ink-3 text-xs">
      <div aria-hidden className="relative">
        {/* Reserves the width of the longest label, because the labels are positioned absolutely. */}
        <span className="invisible pr-2">{formatInteger(max)}</span>
        {ticks.map((value) => (
          <span
            key={value}
            className="absolute right-2 -translate-y-1/2 text-right"
            style={{ top: `${y(value)}%` }}
          >
            {formatInteger(value)}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(selected ?? last) + 1}
        aria-valuetext={labelOf(selected ?? last)}
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={() => setSelected(null)}
        onFocus={() => setSelected((one) => one ?? last)}
        onBlur={() => setSelected(null)}
        onKeyDown={step}
        className="relative cursor-crosshair touch-pan-y rounded-sm"
      >
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {ticks.map((value) => (
            <line
              key={value}
              x1="0"
              x2="100"
              y1={y(value)}
              y2={y(value)}
              vectorEffect="non-scaling-stroke"
              className="stroke-line forced-colors:stroke-[GrayText]"
            />
          ))}
          {children(y, selected)}
        </svg>
        {selected === null ? null : (
          <div
            aria-hidden
            className={`pointer-events-none absolute top-1 whitespace-nowrap rounded-sm border border-line bg-surface px-2 py-1 text-ink shadow-popup ${selected < count / 2 ? 'right-1' : 'left-1'}`}
          >
            {labelOf(selected)}
          </div>
        )}
      </div>
      <div aria-hidden className="relative col-start-2">
        {x.ticks(5).map((tick, index) => (
          <span
            key={tick.getTime()}
            className={`absolute top-1 -translate-x-1/2 whitespace-nowrap ${index % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${Math.min(Math.max(x(tick), 2), 97)}%` }}
          >
            {tickLabel(tick.getTime(), timeZone)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The label of a tick: the date at midnight, otherwise the time of day. */
function tickLabel(at: number, timeZone: string | undefined): string {
  const clock = clockLabel(at, timeZone);
  return clock === '00:00' ? dayLabel(at, timeZone) : clock;
}

/** The index that a key moves to; null for other keys. @param last the index of the last period */
function nextIndex(key: string, index: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), last);
}
