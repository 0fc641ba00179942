import { slowReason } from '@/components/refresh/refresh-messages';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useNow } from '@/components/ui/clock';
import { FactList, Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import { BACKGROUND_SHARE } from '@/lib/contract/limits';
import type { Usage } from '@/lib/contract/usage';
import { formatCount, formatDuration, formatInteger, formatShare } from '@/lib/text/format';

/** A panel with the requests of Sightline by purpose, and of other clients in the organization; and how the list is read. */
export function Spending({ data }: { data: Usage['data'] }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { ours, others, purposes } = spendingParts(data);
  const since = (iso: string) => timeLabel(Date.parse(iso), now, timeZone);
  const othersSince = data.spent_elsewhere.since;
  return (
    <Panel title="Usage by source">
      <div className="border-line border-b px-4 py-3">
        <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
          <Segment count={ours} fill={fills.ours} />
          <Segment count={others ?? 0} fill={fills.others} />
        </div>
        <table className="mt-2 w-full">
          <caption className="sr-only">Requests by source and purpose</caption>
          <tbody>
            <Row
              name="Sightline"
              note={`since ${since(data.spent_here.since)}`}
              count={formatInteger(ours)}
              fill={fills.ours}
            />
            {purposes.map(({ name, meaning, count }) => (
              <Row key={name} name={name} note={meaning} count={formatInteger(count)} />
            ))}
            <Row
              name="Others"
              note={othersSince ? `in the organization, since ${since(othersSince)}` : ''}
              count={othersLabel(others)}
              fill={fills.others}
            />
          </tbody>
        </table>
      </div>
      <FactList items={readingFacts(data)} />
    </Panel>
  );
}

const fills = { ours: 'bg-accent', others: 'bg-ink-3' } as const;

function othersLabel(others: number | null): string {
  if (others === null) return 'no data yet';
  return others === 0 ? 'none seen' : `~${formatInteger(others)}`;
}

function Segment({ count, fill }: { count: number; fill: string }) {
  if (count === 0) return null;
  const className = `min-w-[3px] ${fill} forced-colors:bg-[CanvasText]`;
  return <div className={className} style={{ flexGrow: count, flexBasis: 0 }} />;
}

/** A row of the table. @param props.fill the colour of a source in the bar; a purpose is a part of the source above */
function Row(props: { name: string; note: string; count: string; fill?: string }) {
  const { name, note, count, fill } = props;
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className={`py-1.5 pr-2 text-left font-normal ${fill ? '' : 'pl-4'}`}>
        <span className="flex items-baseline gap-2">
          {fill ? <span aria-hidden className={`size-2 shrink-0 rounded-full ${fill}`} /> : null}
          <span className={`whitespace-nowrap ${fill ? 'font-medium text-ink' : 'text-ink-2'}`}>{name}</span>
          <span className="text-ink-3 text-xs">{note}</span>
        </span>
      </th>
      <td className="whitespace-nowrap py-1.5 text-right align-baseline text-ink">{count}</td>
    </tr>
  );
}

const days = { daily: 'today', monthly: 'this month' } as const;

/** How often the list is read, why not more often, and what that leaves. */
export function readingFacts(data: Usage['data']): { name: string; value: string }[] {
  const { wanted_s, actual_s, cost, paused, reserve } = data.refresh;
  const every = `every ${formatDuration(actual_s)}, ${formatCount(cost, 'request')} each`;
  const reason = slowReason(data);
  const kept = (['daily', 'monthly'] as const).flatMap((quota) =>
    reserve[quota] ? `${formatInteger(reserve[quota])} ${days[quota]}` : [],
  );
  return [
    { name: 'List is read', value: paused ? 'not at all: all viewers have paused' : every },
    ...(wanted_s === null || reason === null
      ? []
      : [{ name: `Not every ${formatDuration(wanted_s)}`, value: reason }]),
    ...(kept.length === 0 ? [] : [{ name: 'Kept for others', value: kept.join(', ') }]),
    {
      name: 'Kept for people',
      value: `${formatShare(1 - BACKGROUND_SHARE, 1)} of the rest, to open monitors and refresh`,
    },
  ];
}

/** The requests of Sightline, also by purpose, and of others; null before the API has sent a counter. */
export function spendingParts({ spent_here: here, spent_elsewhere: elsewhere }: Usage['data']) {
  const purposes = [
    { name: 'Inventory', meaning: 'all monitors, fetched once for everyone', count: here.inventory },
    { name: 'Refreshes asked for', meaning: 'read while someone waited', count: here.list },
    { name: 'Details', meaning: 'opened monitors that had to be read', count: here.detail },
    { name: 'Recovery checks', meaning: 'whether the API is back', count: here.probe },
    { name: 'Retries', meaning: 'after a failure', count: here.retry },
    { name: 'Settings', meaning: 'that the list omits', count: here.settings },
  ];
  return {
    ours: purposes.reduce((sum, { count }) => sum + count, 0),
    // Both quotas count the same requests; each may miss some around its resets, so the larger number is more accurate.
    others: elsewhere.since === null ? null : Math.max(elsewhere.daily, elsewhere.monthly),
    purposes,
  };
}
