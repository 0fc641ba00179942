import { type ScaleLinear, scaleLinear, scaleTime, scaleUtc } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTimeZone } from '@/components/ui/time-zone';
import { formatClock, formatInteger } from '@/lib/text/format';
import { ChosenTime, type Span } from './chosen-time';
import { dayLabel } from './time-labels';

export interface TimeChartProps {
  label: string;
  /** At least one period, from left to right, all of the same length. Epoch milliseconds. */
  periods: readonly Span[];
  /** The value at the top; null: there are no values, only the strip. */
  max: number | null;
  /** Follows the values of the axis. */
  unit?: string;
  /** Describes a period by its index, in one or two lines. */
  labelOf: (index: number) => readonly string[];
  /** Called with a time that is clicked, dragged over, chosen by Enter, or changed at its ends. */
  onChoose?: (time: Span) => void;
  /** The chosen time. */
  chosen?: Span | null;
  /** A strip of 34 pixels above the values. */
  strip?: ReactNode;
  /** Positioned elements behind the shapes. */
  background?: ReactNode;
  /** The shapes, in an SVG of 100 by 100 units. */
  children: (y: ScaleLinear<number, number>) => ReactNode;
}

/**
 * The frame of a chart over time: axes, grid and tooltip. It is operable as a slider. The shapes are drawn in a
 * stretched SVG of 100 by 100 units, and labels are positioned in percent. So the server can render it without
 * measurements, and nothing moves after hydration.
 */
export function TimeChart(props: TimeChartProps) {
  const {
    label,
    periods,
    max,
    unit = '',
    labelOf,
    onChoose,
    chosen = null,
    strip,
    background,
    children,
  } = props;
  const choose =
    onChoose &&
    ((first: number, last: number) => {
      const [from, to] = [periods[first]?.from, periods[last]?.to];
      if (from !== undefined && to !== undefined) onChoose({ from, to });
    });
  const { selected, first, current, sliderProps } = usePeriodSlider(periods.length, choose);
  const y = scaleLinear()
    .domain([0, max ?? 1])
    .range([100, 0]);
  const ticks = max === null ? [] : y.ticks(3).filter(Number.isInteger);
  const labels = labelOf(current);
  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_20px] text-ink-3 text-xs">
      <div aria-hidden className={`grid ${strip ? 'pt-12' : ''}`}>
        <ValueAxis y={y} ticks={ticks} unit={unit} />
      </div>
      <div className="relative grid">
        <div
          {...sliderProps}
          role="slider"
          tabIndex={0}
          aria-label={strip ? label : `${label}: observed values`}
          aria-valuemin={1}
          aria-valuemax={periods.length}
          aria-valuenow={current + 1}
          aria-valuetext={labels.join('. ')}
          className={`relative flex touch-pan-y flex-col gap-3.5 rounded-sm outline-offset-2 ${onChoose ? 'cursor-pointer' : 'cursor-crosshair'}`}
        >
          {strip}
          {max === null ? null : (
            <div className="relative min-h-0 flex-1">
              {background}
              <svg
                aria-hidden
                viewBox="0 0 100 100"
                preserveAspectRatio="none"
                className={`absolute inset-0 size-full ${strip ? 'overflow-hidden' : 'overflow-visible'}`}
              >
                <GridLines y={y} ticks={ticks} />
                {children(y)}
              </svg>
            </div>
          )}
          {selected === null ? null : (
            <SelectedPeriods from={first} index={selected} count={periods.length} labels={labels} />
          )}
        </div>
        {chosen && onChoose ? <ChosenTime periods={periods} chosen={chosen} onChoose={onChoose} /> : null}
      </div>
      <TimeAxis from={periods[0]?.from ?? 0} to={periods.at(-1)?.to ?? 1} />
    </div>
  );
}

/**
 * Marks the selected periods. Describes the one at `index` above, from its left edge to the right or from its right edge to
 * the left.
 *
 * @param props.from where the selection began
 */
function SelectedPeriods(props: { from: number; index: number; count: number; labels: readonly string[] }) {
  const { from, index, count, labels } = props;
  const [before, after] = [(index / count) * 100, ((count - index - 1) / count) * 100];
  const place =
    before < after
      ? { left: `${before}%`, maxWidth: `${100 - before}%` }
      : { right: `${after}%`, maxWidth: `${100 - after}%` };
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <span
        style={{
          left: `${(Math.min(from, index) / count) * 100}%`,
          width: `${((Math.abs(index - from) + 1) / count) * 100}%`,
        }}
        className="absolute inset-y-0 border-ink-3 border-x bg-ink/10 forced-colors:border-[Highlight]"
      />
      <div
        style={place}
        className="absolute bottom-full z-1 mb-1.5 flex w-max flex-wrap gap-x-3 rounded-sm border border-line bg-surface px-2 py-1 text-ink shadow-popup [&>:not(:first-child)]:text-ink-2"
      >
        {labels.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </div>
    </div>
  );
}

interface GridLinesProps {
  y: ScaleLinear<number, number>;
  ticks: readonly number[];
}

/** The labels of the values, right-aligned; as wide as the longest. */
function ValueAxis({ y, ticks, unit }: GridLinesProps & { unit: string }) {
  const format = (value: number) => `${formatInteger(value)}${unit}`;
  return (
    <div className="relative">
      {/* Reserves the width, because the labels are positioned absolutely. */}
      <span className="invisible block h-0 overflow-hidden whitespace-nowrap pr-2 empty:hidden">
        {ticks.map(format).sort((a, b) => b.length - a.length)[0]}
      </span>
      {ticks.map((value) => (
        <span
          key={value}
          className="absolute right-2 -translate-y-1/2 whitespace-nowrap text-right"
          style={{ top: `${y(value)}%` }}
        >
          {format(value)}
        </span>
      ))}
    </div>
  );
}

function GridLines({ y, ticks }: GridLinesProps) {
  return ticks.map((value) => (
    <line
      key={value}
      x1="0"
      x2="100"
      y1={y(value)}
      y2={y(value)}
      vectorEffect="non-scaling-stroke"
      className="stroke-line forced-colors:stroke-[GrayText]"
    />
  ));
}

/** The labels of the time: the date at midnight, otherwise the time of day. None at the end, where the next period begins. */
function TimeAxis({ from, to }: { from: number; to: number }) {
  const zone = useTimeZone();
  const x = (zone === undefined ? scaleTime() : scaleUtc()).domain([from, to]).range([0, 100]);
  const ticks = x.ticks(5).filter((tick) => tick.getTime() < to);
  return (
    <div aria-hidden className="relative col-start-2">
      {ticks.map((tick, index) => {
        const clock = formatClock(tick.getTime(), zone);
        return (
          <span
            key={tick.getTime()}
            className={`absolute top-1 -translate-x-1/2 whitespace-nowrap ${index % 2 === 1 ? 'max-sm:hidden' : ''}`}
            style={{ left: `${Math.min(Math.max(x(tick), 2), 97)}%` }}
          >
            {clock === '00:00' ? dayLabel(tick.getTime(), zone) : clock}
          </span>
        );
      })}
    </div>
  );
}

/**
 * The selection of one of `count` periods, by pointer, or by keyboard as a slider. Dragging, or an arrow with Shift, selects
 * all of them from `first` on. `current`: without a selection the last period.
 */
function usePeriodSlider(count: number, onChoose: ((first: number, last: number) => void) | undefined) {
  const [pointed, setPointed] = useState<number | null>(null);
  const last = count - 1;
  const within = (index: number) => Math.min(Math.max(index, 0), last);
  const selected = pointed === null ? null : within(pointed);
  const current = selected ?? last;
  const [anchor, setAnchor] = useState<number | null>(null);
  const first = within(anchor ?? current);
  const choose = (index: number) => {
    onChoose?.(Math.min(first, index), Math.max(first, index));
    setAnchor(null);
  };
  const indexAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return within(Math.floor(((event.clientX - box.left) / box.width) * count));
  };
  const point = (event: PointerEvent<HTMLElement>) => setPointed(indexAt(event));
  const leave = () => {
    setPointed(null);
    setAnchor(null);
  };
  const moves: Record<string, number> = {
    ArrowLeft: current - 1,
    ArrowDown: current - 1,
    ArrowRight: current + 1,
    ArrowUp: current + 1,
    Home: 0,
    End: last,
  };
  return {
    selected,
    first,
    current,
    sliderProps: {
      onPointerMove: point,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        point(event);
        if (!onChoose || event.button !== 0) return;
        // A drag may leave the chart. A finger that is dragged causes no click.
        event.currentTarget.setPointerCapture(event.pointerId);
        setAnchor(indexAt(event));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (anchor !== null) choose(indexAt(event));
      },
      onPointerLeave: leave,
      onPointerCancel: leave,
      onFocus: () => setPointed(current),
      onBlur: leave,
      onKeyDown: (event: KeyboardEvent) => {
        const to = moves[event.key];
        const isChosen = selected !== null && (event.key === 'Enter' || event.key === ' ');
        if (to === undefined && !(isChosen && onChoose)) return;
        event.preventDefault();
        if (to === undefined) return choose(current);
        setAnchor(event.shiftKey && onChoose ? first : null);
        setPointed(within(to));
      },
    },
  };
}
