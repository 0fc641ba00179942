import { costMessage, intervalMessage } from '@/components/refresh/refresh-messages';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useNow } from '@/components/ui/clock';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { formatInteger, formatShare } from '@/lib/text/format';
import { reserveMessage } from './usage-messages';

/** A panel with the requests of Sightline by purpose, and of other clients in the organization. */
export function Spending({ data }: { data: Usage['data'] }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { ours, others, purposes } = spendingParts(data);
  const all = ours + (others ?? 0);
  const since = (iso: string) => timeLabel(Date.parse(iso), now, timeZone);
  const othersSince = data.spent_elsewhere.since;
  return (
    <Panel title="Usage by source">
      <div className="px-4 py-3">
        <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
          <Segment count={ours} fill="bg-accent" />
          <Segment count={others ?? 0} fill="bg-ink-3" />
        </div>
        <p className="mt-1.5 flex justify-between gap-2 text-ink-3 text-xs">
          <span>Sightline {formatShare(ours, all)}</span>
          <span>
            {others === null
              ? 'others: no data yet'
              : others === 0
                ? 'others: none seen'
                : `others ${formatShare(others, all)}`}
          </span>
        </p>
        <table className="mt-2 w-full">
          <caption className="sr-only">Requests by source and purpose</caption>
          <tbody>
            <Row
              name="Sightline"
              note={`since ${since(data.spent_here.since)}`}
              count={formatInteger(ours)}
            />
            {purposes.map(({ name, meaning, count }) => (
              <Row key={name} name={name} note={meaning} count={formatInteger(count)} isPart />
            ))}
            <Row
              name="Others"
              note={othersSince ? `in the organization, since ${since(othersSince)}` : 'no data yet'}
              count={others === null ? '–' : `~${formatInteger(others)}`}
            />
          </tbody>
        </table>
        <p className="mt-2 text-ink-2 text-xs">
          {data.refresh.paused ? 'The list is not read: all viewers have paused.' : readingMessage(data)}{' '}
          {costMessage(data)} {reserveMessage(data)}
        </p>
      </div>
    </Panel>
  );
}

/** How often the list is read; a longer interval than the operator's applies only while somebody looks, too. */
function readingMessage(data: Usage['data']): string {
  const { wanted_s, actual_s } = data.refresh;
  const isSlower = wanted_s !== null && actual_s > wanted_s;
  return `${isSlower ? 'While somebody looks, the list is' : 'The list is'} read ${intervalMessage(data)}.`;
}

function Segment({ count, fill }: { count: number; fill: string }) {
  if (count === 0) return null;
  const className = `min-w-[3px] ${fill} forced-colors:bg-[CanvasText]`;
  return <div className={className} style={{ flexGrow: count, flexBasis: 0 }} />;
}

/** A row of the table. @param props.isPart whether it is a part of the sum above */
function Row(props: { name: string; note: string; count: string; isPart?: boolean }) {
  const { name, note, count, isPart = false } = props;
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className={`py-1.5 pr-2 text-left font-normal ${isPart ? 'pl-3' : ''}`}>
        <span className="flex items-baseline gap-2">
          <span className={`whitespace-nowrap ${isPart ? 'text-ink-2' : 'font-medium text-ink'}`}>
            {name}
          </span>
          <span className="text-ink-3 text-xs">{note}</span>
        </span>
      </th>
      <td className="whitespace-nowrap py-1.5 text-right align-baseline text-ink">{count}</td>
    </tr>
  );
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
