import { scaleLinear, scaleTime, scaleUtc } from 'd3-scale';
import { line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatInteger } from '@/lib/format';
import { type Frame, nearestIndex, type Point, projectionOf } from './burn-down-model';
import { clockLabel, dayLabel, momentLabel } from './moment-labels';

interface BurnDownChartProps {
  title: string;
  runs: readonly (readonly Point[])[];
  frame: Frame;
  runsOutAt: number | null;
  now: number;
  /** As `useTimeZone` gives it. */
  timeZone: string | undefined;
}

/**
 * The lines are drawn on a square of 100 by 100 that is stretched to the room there is, the words stand on it by
 * percent: so the server draws it too, nothing is measured, and nothing moves when it comes to life.
 */
export function BurnDownChart({ title, runs, frame, runsOutAt, now, timeZone }: BurnDownChartProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const points = runs.flat();
  const x = (timeZone === undefined ? scaleTime() : scaleUtc())
    .domain([frame.from, frame.to])
    .range([0, 100]);
  const y = scaleLinear().domain([0, frame.most]).range([100, 0]);
  const path = line<Point>()
    .x(({ at }) => x(at))
    .y(({ left }) => y(left));
  const last = points.at(-1);
  const projection = last ? projectionOf(last, runsOutAt, frame) : null;
  const shown = pointed === null ? undefined : points[Math.min(pointed, points.length - 1)];

  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = x.invert(((event.clientX - box.left) / box.width) * 100).getTime();
    setPointed(nearestIndex(points, at));
  };
  const step = (event: KeyboardEvent) => {
    const to = nextIndex(event.key, pointed ?? points.length - 1, points.length);
    if (to === null) return;
    event.preventDefault();
    setPointed(to);
  };

  return (
    <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_20px] text-ink-3 text-xs">
      <div aria-hidden className="relative">
        {/* As wide as the widest of the words, which stand free. */}
        <span className="invisible pr-2">{formatInteger(frame.most)}</span>
        {[frame.most, frame.most / 2, 0].map((value) => (
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
        aria-label={`${title}: observed values`}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(pointed ?? points.length - 1) + 1}
        aria-valuetext={pointLabel(shown ?? last, now, timeZone)}
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={() => setPointed(null)}
        onFocus={() => setPointed((one) => one ?? points.length - 1)}
        onBlur={() => setPointed(null)}
        onKeyDown={step}
        className="relative cursor-crosshair touch-pan-y rounded-sm"
      >
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {[0, 50, 100].map((at) => (
            <line
              key={at}
              x1="0"
              x2="100"
              y1={at}
              y2={at}
              vectorEffect="non-scaling-stroke"
              className="stroke-line forced-colors:stroke-[GrayText]"
            />
          ))}
          {projection ? (
            <path
              d={path(projection) ?? ''}
              fill="none"
              strokeWidth="2"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
              className="stroke-overdue forced-colors:stroke-[CanvasText]"
            />
          ) : null}
          {runs.map((run) => (
            <path
              key={run[0]?.at}
              d={path(run) ?? ''}
              fill="none"
              strokeWidth={run.length > 1 ? 2 : 4}
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              className="stroke-accent forced-colors:stroke-[Highlight]"
            />
          ))}
        </svg>
        {shown ? (
          <Readout left={x(shown.at)} top={y(shown.left)} label={pointLabel(shown, now, timeZone)} />
        ) : null}
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

/** The one point that is pointed at: a line down to it, a dot, and its words on the side where there is room. */
function Readout({ left, top, label }: { left: number; top: number; label: string }) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-y-0" style={{ left: `${left}%` }}>
      <div className="absolute inset-y-0 border-line-strong border-l" />
      <div
        className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-ink forced-colors:bg-[CanvasText]"
        style={{ top: `${top}%` }}
      />
      <div
        className={`absolute ${top > 40 ? 'top-1' : 'bottom-1'} ${left < 50 ? 'left-2' : 'right-2'} whitespace-nowrap rounded-sm border border-line bg-surface px-2 py-1 text-ink shadow-popup`}
      >
        {label}
      </div>
    </div>
  );
}

function pointLabel(point: Point | undefined, now: number, timeZone: string | undefined): string {
  return point ? `${formatInteger(point.left)} left at ${momentLabel(point.at, now, timeZone)}` : '';
}

/** Midnight is named by the day that begins. */
function tickLabel(at: number, timeZone: string | undefined): string {
  const clock = clockLabel(at, timeZone);
  return clock === '00:00' ? dayLabel(at, timeZone) : clock;
}

function nextIndex(key: string, index: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - 10,
    PageUp: index + 10,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}
