import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ChartValues, LazyTimeChart } from '@/components/time-chart/chart';
import { useMinute } from '@/components/ui/clock';
import { Segments } from '@/components/ui/segments';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { type RateBucket, rateBuckets, scaleOf, unbrokenRuns } from './request-rate-model';
import { bucketLabel, chartSummary, evenPaceMessage, noDataMessage, rateTitles } from './usage-messages';

const windowParser = parseAsStringLiteral(['daily', 'monthly']).withDefault('daily');
const quotas = [
  { value: 'daily', label: 'Last 24 hours' },
  { value: 'monthly', label: 'Last 30 days' },
] as const;

export function RequestRate({ data }: { data: Usage['data'] }) {
  const [quota, setQuota] = useQueryState('window', windowParser);
  const timeZone = useTimeZone();
  // The interval of the samples, so that the chart does not change between them.
  const now = useMinute();
  const buckets = rateBuckets(unbrokenRuns(data.history, quota), quota, now);
  const scale = scaleOf(buckets, quota, data[quota].limit);
  const even = evenPaceMessage(data, quota, scale.even !== null);
  return (
    <section
      aria-labelledby="request-rate-title"
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 id="request-rate-title" className="font-semibold text-sm">
          {rateTitles[quota]}
        </h2>
        <span className="ml-auto">
          <Segments legend="Window" options={quotas} chosen={quota} onChoose={setQuota} />
        </span>
      </header>
      {buckets.some(({ requests }) => requests !== null) ? (
        <figure className="px-4 pt-4 pb-3">
          <figcaption className="sr-only">{chartSummary(data, quota, buckets, now, timeZone)}</figcaption>
          <div className="h-56">
            <RequestRateChart
              key={quota}
              title={rateTitles[quota]}
              buckets={buckets}
              scale={scale}
              now={now}
            />
          </div>
          {even === null ? null : <p className="mt-1 text-ink-3 text-xs">{even}</p>}
          <ChartValues title={rateTitles[quota]} kind="list">
            {() => (
              <ul className="flex flex-col gap-0.5 text-ink-2 text-xs">
                {buckets.toReversed().map((bucket) => (
                  <li key={bucket.from}>{bucketLabel(bucket, now, timeZone)}</li>
                ))}
              </ul>
            )}
          </ChartValues>
        </figure>
      ) : (
        <p className="m-auto max-w-md px-4 py-12 text-center text-ink-2">{noDataMessage(data, quota)}</p>
      )}
    </section>
  );
}

/** A bar chart of the requests, with the line of the even pace. */
function RequestRateChart(props: {
  title: string;
  buckets: readonly RateBucket[];
  scale: ReturnType<typeof scaleOf>;
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
          {even === null ? null : (
            <line
              x1="0"
              x2="100"
              y1={y(even)}
              y2={y(even)}
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
              className="stroke-overdue forced-colors:stroke-[CanvasText]"
            />
          )}
        </>
      )}
    </LazyTimeChart>
  );
}
