import { TriangleAlert } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ChartValues } from '@/components/time-chart/chart-values';
import { useMinute } from '@/components/ui/clock';
import { Segments } from '@/components/ui/segments';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { runsOf } from './quota-history';
import { RequestRateChart } from './request-rate-chart';
import {
  bucketLabel,
  chartSummary,
  evenPaceMessage,
  noDataMessage,
  paceMessage,
  rateTitles,
} from './request-rate-messages';
import { bucketsOf, scaleOf } from './request-rate-model';

/** The URL parameter for the quota of the chart. */
const windowParser = parseAsStringLiteral(['daily', 'monthly']).withDefault('daily');
const quotas = [
  { value: 'daily', label: 'Last 24 hours' },
  { value: 'monthly', label: 'Last 30 days' },
] as const;
const toneColors = { neutral: 'text-ink-3', warning: 'text-overdue', critical: 'text-down' } as const;

/** The section with the chart of the observed request rate, and the forecast for the quota. */
export function RequestRate({ data }: { data: Usage['data'] }) {
  const [quota, setQuota] = useQueryState('window', windowParser);
  const timeZone = useTimeZone();
  // The interval of the samples, so that the chart does not change between them.
  const now = useMinute();
  const buckets = bucketsOf(runsOf(data.history, quota, now), quota, now);
  const scale = scaleOf(buckets, quota, data[quota].limit, data.refresh.reserve[quota]);
  const pace = paceMessage(data, quota, now, timeZone);
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
        <p className={`flex items-center gap-1.5 text-xs ${toneColors[pace.tone]}`}>
          {pace.tone === 'neutral' ? null : <TriangleAlert className="size-3.5 shrink-0" />}
          {pace.message}
        </p>
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
