import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { errorTitle } from '@/components/errors/error-title';
import { useFailure } from '@/components/errors/failure';
import { type Bucket, bucketsOf } from '@/components/time-chart/buckets';
import { ChartValues } from '@/components/time-chart/chart-values';
import { hatching } from '@/components/time-chart/hatching';
import { rangeName } from '@/components/time-chart/range-name';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useTicking } from '@/components/ui/clock';
import { LoadBoundary } from '@/components/ui/load-boundary';
import { useTimeZone } from '@/components/ui/time-zone';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import { fleetHistoryQuery } from '@/lib/client/history-queries';
import type { FleetSlot } from '@/lib/contract/changes';
import { conditionLabels } from '@/lib/contract/conditions';
import type { HistoryDays } from '@/lib/contract/history-days';
import { formatInteger } from '@/lib/text/format';
import { fleetSummary, fleetTitle, hasUnknown, isPartlyUnseen, worstOf } from './fleet-messages';

// Loaded lazily, because the list needs no d3.
const FleetChart = dynamic(() => import('./fleet-chart').then((file) => file.FleetChart));

const MINUTE_MS = 60_000;

/**
 * The panel with the chart of the monitors that were down, overdue or unknown; null while nothing was observed.
 *
 * @param props.keptDays for how many days observations are remembered
 * @param props.onTime called with the times of a period that is chosen, epoch milliseconds
 */
export function FleetPanel(props: {
  days: HistoryDays;
  keptDays: number;
  onTime: (from: number, to: number) => void;
}) {
  const { days, keptDays, onTime } = props;
  const timeZone = useTimeZone();
  const fleet = useQuery(fleetHistoryQuery(days, useRequestContext()));
  const failure = useFailure(String(days), fleet);
  const shown = useLastData(days, fleet.data);
  const now = useTicking((time) => Math.floor(time / MINUTE_MS) * MINUTE_MS);
  const slots = shown?.data.body.data.slots ?? [];
  if (failure && (shown === null || shown.request !== days)) {
    return (
      <p role="status" className="rounded-lg border border-line bg-surface px-4 py-3 text-ink-2">
        <b className="font-medium text-ink">{errorTitle(failure)}.</b> The last {rangeName(days, keptDays)}{' '}
        can’t be shown now.
      </p>
    );
  }
  if (shown === null || slots.length === 0) return null;
  const buckets = bucketsOf(slots, shown.request, now);
  return (
    <section
      aria-labelledby="fleet-title"
      aria-busy={shown.request !== days}
      className="min-w-0 rounded-lg border border-line bg-surface aria-busy:opacity-60"
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 id="fleet-title" className="font-semibold text-sm">
          {fleetTitle(buckets)}
        </h2>
        <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-3 text-ink-2 text-xs">
          <Key className="bg-down/80 forced-colors:bg-[Highlight]">Down</Key>
          <Key className="border-overdue border-t-2 bg-overdue/35 forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]">
            Overdue
          </Key>
          {hasUnknown(buckets) ? (
            <Key className="border-unknown border-t-2 bg-unknown/20 forced-colors:border-[GrayText] forced-colors:bg-[Canvas]">
              Unknown
            </Key>
          ) : null}
          {buckets.some((bucket) => isPartlyUnseen(bucket, now)) ? (
            <Key className={hatching}>Not observed</Key>
          ) : null}
        </ul>
      </header>
      <figure className="px-4 pt-4 pb-3">
        <figcaption className="sr-only">{fleetSummary(buckets, now, timeZone)}</figcaption>
        <div className="h-36 max-sm:h-32">
          <LoadBoundary>
            <FleetChart key={shown.request} onTime={onTime} buckets={buckets} now={now} timeZone={timeZone} />
          </LoadBoundary>
        </div>
        <FleetList buckets={buckets} now={now} timeZone={timeZone} />
      </figure>
    </section>
  );
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-[2px] forced-color-adjust-none ${className}`} />
      {children}
    </li>
  );
}

interface FleetListProps {
  buckets: readonly Bucket<FleetSlot>[];
  now: number;
  timeZone: string | undefined;
}

const counted = ['down', 'overdue', 'unknown'] as const;

/** The values of the chart as a collapsed table, the newest first. It is rendered only when it is open. */
function FleetList({ buckets, now, timeZone }: FleetListProps) {
  const columns = hasUnknown(buckets) ? counted : counted.slice(0, 2);
  return (
    <ChartValues title={fleetTitle(buckets)} kind="table">
      {() => (
        <table className="w-full max-w-md text-left text-ink-2 text-xs">
          <thead>
            <tr className="text-ink-3">
              <th scope="col" className="py-0.5 font-normal">
                From
              </th>
              {columns.map((condition) => (
                <th key={condition} scope="col" className="py-0.5 text-right font-normal">
                  {conditionLabels[condition]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets
              .filter(({ from }) => from <= now)
              .toReversed()
              .map((bucket) => {
                const worst = worstOf(bucket);
                return (
                  <tr key={bucket.from}>
                    <th scope="row" className="py-0.5 font-normal">
                      {timeLabel(bucket.from, now, timeZone)}
                    </th>
                    {worst === null ? (
                      <td colSpan={columns.length} className="py-0.5 text-right text-ink-3">
                        not observed
                      </td>
                    ) : (
                      columns.map((condition) => (
                        <td key={condition} className="py-0.5 text-right">
                          {formatInteger(worst[condition])}
                        </td>
                      ))
                    )}
                  </tr>
                );
              })}
          </tbody>
        </table>
      )}
    </ChartValues>
  );
}
