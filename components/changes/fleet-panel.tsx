import { useQuery } from '@tanstack/react-query';
import { errorTitle } from '@/components/errors/explain-error';
import { useFailure } from '@/components/errors/failure';
import { bucketsOf } from '@/components/time-chart/buckets';
import { ChartValues, ValuesTable } from '@/components/time-chart/chart-values';
import type { Span } from '@/components/time-chart/chosen-time';
import { rangeName } from '@/components/time-chart/days-switch';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useMinute } from '@/components/ui/clock';
import { useTimeZone } from '@/components/ui/time-zone';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import { fleetHistoryQuery } from '@/lib/client/history-queries';
import { conditionLabels } from '@/lib/contract/conditions';
import type { HistoryDays } from '@/lib/contract/history-days';
import { formatInteger } from '@/lib/text/format';
import { FleetChart } from './fleet-chart';
import {
  type FleetBucket,
  fleetSummary,
  fleetTitle,
  hasUnknown,
  isPartlyUnseen,
  meanLabel,
  meanOf,
  oneDecimal,
  worstOf,
} from './fleet-messages';

/**
 * The panel with the chart of the monitors that were down, overdue or unknown; null while nothing was observed.
 *
 * @param props.keptDays for how many days observations are remembered
 * @param props.chosen the chosen time; null: none
 * @param props.onTime called with the chosen time
 */
export function FleetPanel(props: {
  days: HistoryDays;
  keptDays: number;
  /** Whether the changes below are filtered, which the chart is not. */
  isFiltered: boolean;
  chosen: Span | null;
  onTime: (time: Span) => void;
}) {
  const { days, keptDays, isFiltered, chosen, onTime } = props;
  const zone = useTimeZone();
  const fleet = useQuery(fleetHistoryQuery(days, useRequestContext()));
  const failure = useFailure(String(days), fleet);
  const shown = useLastData(days, fleet.data);
  const now = useMinute();
  if (failure && (shown === null || shown.request !== days)) {
    return (
      <p role="status" className="rounded-lg border border-line bg-surface px-4 py-3 text-ink-2">
        <b className="font-medium text-ink">{errorTitle(failure)}.</b> The last {rangeName(days, keptDays)}{' '}
        can’t be shown now.
      </p>
    );
  }
  const slots = shown?.data.body.data.slots ?? [];
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
          {isFiltered ? <span className="font-normal text-ink-2"> (all monitors)</span> : null}
        </h2>
        <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-3 text-ink-2 text-xs">
          <Key className="bg-down/80 forced-colors:bg-[Highlight]">Down</Key>
          <Key className="border-overdue border-t-2 bg-overdue/35 forced-colors:border-[CanvasText] forced-colors:bg-[Canvas]">
            Overdue
          </Key>
          {buckets.some((bucket) => meanLabel(bucket) !== null) ? (
            <Key className="h-0.5! bg-down/60 forced-colors:bg-[Highlight]">Most down at one time</Key>
          ) : null}
          {hasUnknown(buckets) ? (
            <Key className="border-unknown border-t-2 bg-unknown/20 forced-colors:border-[GrayText] forced-colors:bg-[Canvas]">
              Unknown
            </Key>
          ) : null}
          {buckets.some((bucket) => isPartlyUnseen(bucket, now)) ? (
            <Key className="hatched">Not observed</Key>
          ) : null}
        </ul>
        <p className="ml-auto text-ink-3 text-xs max-sm:ml-0">
          {chosen === null ? 'Drag over the chart to choose a time' : 'Drag the handles to change the time'}
        </p>
      </header>
      <figure className="px-4 pt-4 pb-3">
        <figcaption className="sr-only">{fleetSummary(buckets, now, zone)}</figcaption>
        <div className="h-36 max-sm:h-32">
          <FleetChart key={shown.request} buckets={buckets} now={now} chosen={chosen} onTime={onTime} />
        </div>
        <FleetTable buckets={buckets} now={now} />
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

function FleetTable({ buckets, now }: { buckets: readonly FleetBucket[]; now: number }) {
  const zone = useTimeZone();
  const counted = (['down', 'overdue', 'unknown'] as const).slice(0, hasUnknown(buckets) ? 3 : 2);
  const cellsOf = (bucket: FleetBucket) => {
    const worst = worstOf(bucket);
    const counts = counted.map((condition) => (worst ? formatInteger(worst[condition]) : ''));
    const mean = meanOf(bucket);
    return [
      timeLabel(bucket.from, now, zone),
      ...(worst ? counts : counts.with(0, 'not observed')),
      mean ? oneDecimal.format(mean.down) : '',
    ];
  };
  return (
    <ChartValues title={fleetTitle(buckets)} kind="table">
      {() => (
        <ValuesTable
          columns={[
            'From',
            ...counted.map((condition) => `${conditionLabels[condition]}, at most`),
            'Down on average',
          ]}
          texts={1}
          rows={buckets
            .filter(({ from }) => from <= now)
            .toReversed()
            .map((bucket) => ({ key: bucket.from, cells: cellsOf(bucket) }))}
        />
      )}
    </ChartValues>
  );
}
