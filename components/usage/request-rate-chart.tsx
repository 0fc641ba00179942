import { scaleLinear, scaleTime, scaleUtc } from 'd3-scale';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatInteger } from '@/lib/format';
import { bucketLabel } from './request-rate-messages';
import type { RateBucket, RateScale } from './request-rate-model';
import { clockLabel, dayLabel } from './time-labels';

interface RequestRateChartProps {
  title: string;
  /** The bars, from left to right; at least one. */
  buckets: readonly RateBucket[];
  scale: RateScale;
  /** The server's time, in milliseconds since the epoch. */
  now: number;
  /** The result of `useTimeZone`. */
  timeZone: string | undefined;
}

/**
 * A bar chart, operable as a slider. The bars are drawn in a stretched SVG of 100 by 100 units, and labels
 * are positioned in percent. So the server can render it without measurements, and nothing moves after
 * hydration.
 */
export function RequestRateChart({ title, buckets, scale, now, timeZone }: RequestRateChartProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const { max, even } = scale;
  const last = buckets.length - 1;
  const width = 100 / buckets.length;
  const y = scaleLinear().domain([0, max]).range([100, 0]);
  const ticks = y.ticks(3).filter(Number.isInteger);
  const x = (timeZone === undefined ? scaleTime() : scaleUtc())
    .domain([buckets[0]?.from ?? 0, buckets[last]?.to ?? 1])
    .range([0, 100]);
  const shown = selected === null ? undefined : buckets[selected];

  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * buckets.length);
    setSelected(Math.min(Math.max(place, 0), last));
  };
  const step = (event: KeyboardEvent) => {
    const to = nextIndex(event.key, selected ?? last, last);
    if (to === null) return;
    event.preventDefault();
    setSelected(to);
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
        aria-label={`${title}: observed values`}
        aria-valuemin={1}
        aria-valuemax={buckets.length}
        aria-valuenow={(selected ?? last) + 1}
        aria-valuetext={bucketLabel(shown ?? buckets[last], now, timeZone)}
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
          {buckets.map(({ from, requests }, place) =>
            requests === null ? null : (
              <rect
                key={from}
                x={(place + 0.12) * width}
                width={width * 0.76}
                y={y(requests)}
                height={100 - y(requests)}
                className={`${place === selected ? 'fill-accent' : 'fill-accent/70'} forced-colors:fill-[Highlight]`}
              />
            ),
          )}
          {even ? (
            <>
              <rect
                x="0"
                width="100"
                y={y(even.pace)}
                height={y(even.pace - even.reserve) - y(even.pace)}
                className="fill-overdue/15 forced-colors:fill-none"
              />
              <line
                x1="0"
                x2="100"
                y1={y(even.pace)}
                y2={y(even.pace)}
                strokeDasharray="4 4"
                vectorEffect="non-scaling-stroke"
                className="stroke-overdue forced-colors:stroke-[CanvasText]"
              />
            </>
          ) : null}
        </svg>
        {shown ? (
          <div
            aria-hidden
            className={`pointer-events-none absolute top-1 whitespace-nowrap rounded-sm border border-line bg-surface px-2 py-1 text-ink shadow-popup ${(selected ?? 0) < buckets.length / 2 ? 'right-1' : 'left-1'}`}
          >
            {bucketLabel(shown, now, timeZone)}
          </div>
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

/** The label of a tick: the date at midnight, otherwise the time of day. */
function tickLabel(at: number, timeZone: string | undefined): string {
  const clock = clockLabel(at, timeZone);
  return clock === '00:00' ? dayLabel(at, timeZone) : clock;
}

/** The index that a key moves to; null for other keys. @param last the index of the last bar */
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
