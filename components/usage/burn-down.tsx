import { TriangleAlert } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useNow } from '@/components/ui/clock';
import { lazyChunk } from '@/components/ui/lazy-chunk';
import { LazyPart } from '@/components/ui/lazy-part';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { chartSummary, noDataMessage, paceMessage, quotaTitles } from './burn-down-messages';
import { frameOf, type Quota, runsOf } from './burn-down-model';
import { FigureTable } from './figure-table';

/** Scales and curves are needed nowhere else, so they come in a file of their own. */
const BurnDownChart = lazyChunk(() => import('./burn-down-chart').then((file) => file.BurnDownChart));

/** Which quota the chart shows, in the page's address. */
const windowParser = parseAsStringLiteral(['daily', 'monthly']).withDefault('daily');
const quotas = [
  { quota: 'daily', label: 'Today' },
  { quota: 'monthly', label: 'This month' },
] as const;
const inks = { neutral: 'text-ink-3', warning: 'text-overdue', critical: 'text-down' } as const;

/** How a quota went down as far as it was watched, and when it will be gone at this pace. */
export function BurnDown({ data }: { data: Usage['data'] }) {
  const [quota, setQuota] = useQueryState('window', windowParser);
  const timeZone = useTimeZone();
  // To the minute, as the samples are: the picture stands still between them.
  const now = Math.floor(useNow() / 60_000) * 60_000;
  const { limit, runs_out_at } = data[quota];
  const runs = runsOf(data.history, quota, now);
  const points = runs.flat();
  const runsOutAt = runs_out_at === null ? null : Date.parse(runs_out_at);
  const frame = frameOf(points, limit, runsOutAt, now);
  const pace = paceMessage(data, quota, now, timeZone);
  return (
    <section
      aria-labelledby="burn-down-title"
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 id="burn-down-title" className="font-semibold text-sm">
          {quotaTitles[quota]}
        </h2>
        <p className={`flex items-center gap-1.5 text-xs ${inks[pace.tone]}`}>
          {pace.tone === 'neutral' ? null : <TriangleAlert className="size-3.5 shrink-0" />}
          {pace.message}
        </p>
        <QuotaSwitch quota={quota} onQuota={setQuota} />
      </header>
      {frame ? (
        <figure className="px-4 pt-4 pb-3">
          <figcaption className="sr-only">{chartSummary(data, quota, points, now, timeZone)}</figcaption>
          <div className="h-56">
            <LazyPart>
              <BurnDownChart
                key={quota}
                title={quotaTitles[quota]}
                runs={runs}
                frame={frame}
                runsOutAt={runsOutAt}
                now={now}
                timeZone={timeZone}
              />
            </LazyPart>
          </div>
          <FigureTable title={quotaTitles[quota]} points={points} now={now} timeZone={timeZone} />
        </figure>
      ) : (
        <p className="m-auto max-w-md px-4 py-12 text-center text-ink-2">{noDataMessage(data, quota)}</p>
      )}
    </section>
  );
}

function QuotaSwitch({ quota, onQuota }: { quota: Quota; onQuota: (quota: Quota) => void }) {
  return (
    <fieldset className="ml-auto flex rounded-md border border-line">
      <legend className="sr-only">Window</legend>
      {quotas.map((one) => (
        <button
          key={one.quota}
          type="button"
          aria-pressed={one.quota === quota}
          onClick={() => onQuota(one.quota)}
          className="h-[26px] whitespace-nowrap rounded-[5px] px-2.5 text-ink-2 text-xs transition-colors duration-100 hover:text-ink aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-ink aria-pressed:forced-color-adjust-none forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText]"
        >
          {one.label}
        </button>
      ))}
    </fieldset>
  );
}
