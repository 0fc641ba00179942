import { TimeChart } from '@/components/time-chart/time-chart';
import { bucketLabel } from './request-rate-messages';
import type { RateBucket, RateScale } from './request-rate-model';

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

/** A bar chart of the requests, with the line of the even pace and the band of the reserve. */
export function RequestRateChart({ title, buckets, scale, now, timeZone }: RequestRateChartProps) {
  const { max, even } = scale;
  const width = 100 / buckets.length;
  return (
    <TimeChart
      label={`${title}: observed values`}
      count={buckets.length}
      from={buckets[0]?.from ?? 0}
      to={buckets.at(-1)?.to ?? 1}
      max={max}
      labelOf={(index) => bucketLabel(buckets[index], now, timeZone)}
      timeZone={timeZone}
    >
      {(y, selected) => (
        <>
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
        </>
      )}
    </TimeChart>
  );
}
