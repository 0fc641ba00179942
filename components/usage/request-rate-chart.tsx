import { LazyTimeChart } from '@/components/time-chart/lazy-time-chart';
import { useTimeZone } from '@/components/ui/time-zone';
import { bucketLabel } from './request-rate-messages';
import type { RateBucket, RateScale } from './request-rate-model';

/** A bar chart of the requests, with the line of the even pace and the band of the reserve. */
export function RequestRateChart(props: {
  title: string;
  buckets: readonly RateBucket[];
  scale: RateScale;
  now: number;
}) {
  const { title, buckets, scale, now } = props;
  const zone = useTimeZone();
  const { max, even } = scale;
  const width = 100 / buckets.length;
  return (
    <LazyTimeChart
      label={title}
      periods={buckets}
      max={max}
      labelOf={(index) => [bucketLabel(buckets[index], now, zone)]}
    >
      {(y) => (
        <>
          {buckets.map(({ from, requests }, place) =>
            requests === null ? null : (
              <rect
                key={from}
                x={(place + 0.12) * width}
                width={width * 0.76}
                y={y(requests)}
                height={100 - y(requests)}
                className="fill-accent/70 forced-colors:fill-[Highlight]"
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
    </LazyTimeChart>
  );
}
