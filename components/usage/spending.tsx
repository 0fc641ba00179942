import { costMessage, intervalMessage } from '@/components/refresh/refresh-messages';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useNow } from '@/components/ui/clock';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { formatInteger, formatShare } from '@/lib/text/format';
import { reserveMessage } from './usage-messages';

const fills = [
  'bg-accent',
  'bg-accent/75',
  'bg-accent/55',
  'bg-accent/40',
  'bg-accent/25',
  'bg-accent/15',
] as const;

/** A panel with the requests of Sightline by purpose, and of other clients in the organization. */
export function Spending({ data }: { data: Usage['data'] }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { ours, others, purposes } = spendingParts(data);
  const all = ours + (others?.count ?? 0);
  const since = (iso: string) => timeLabel(Date.parse(iso), now, timeZone);
  const othersSince = data.spent_elsewhere.since;
  return (
    <Panel title="Usage by source">
      <div className="px-4 py-3">
        <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
          {purposes.map((part, index) => (
            <Segment key={part.name} share={part.share} fill={fills[index] ?? ''} />
          ))}
          {others ? <Segment share={others.share} fill="bg-ink-3" /> : null}
        </div>
        <p className="mt-1.5 flex justify-between gap-2 text-ink-3 text-xs">
          <span>Sightline {formatShare(ours, all)}</span>
          <span>
            {others === null
              ? 'others: no data yet'
              : others.count === 0
                ? 'others: none seen'
                : `others ${formatShare(others.count, all)}`}
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
            {purposes.map((part, index) => (
              <Row
                key={part.name}
                name={part.name}
                note={part.meaning}
                count={formatInteger(part.count)}
                swatch={fills[index] ?? ''}
              />
            ))}
            <Row
              name="Others"
              note={othersSince ? `in the organization, since ${since(othersSince)}` : 'no data yet'}
              count={others ? `~${formatInteger(others.count)}` : '–'}
              {...(others ? { swatch: 'bg-ink-3' } : {})}
              last
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

function Segment({ share, fill }: { share: number; fill: string }) {
  if (share === 0) return null;
  const className = `min-w-[3px] ${fill} forced-colors:bg-[CanvasText]`;
  return <div className={className} style={{ flexGrow: share, flexBasis: 0 }} />;
}

/** A row of the table; without a swatch it is a sum. */
function Row(props: { name: string; note: string; count: string; swatch?: string; last?: boolean }) {
  const { name, note, count, swatch, last = false } = props;
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className={`py-1.5 pr-2 text-left font-normal ${swatch && !last ? 'pl-3' : ''}`}>
        <span className="flex items-baseline gap-2">
          {swatch ? <span aria-hidden className={`size-2 shrink-0 rounded-[2px] ${swatch}`} /> : null}
          <span className={`whitespace-nowrap ${swatch && !last ? 'text-ink-2' : 'font-medium text-ink'}`}>
            {name}
          </span>
          <span className="text-ink-3 text-xs">{note}</span>
        </span>
      </th>
      <td className="whitespace-nowrap py-1.5 text-right align-baseline text-ink">{count}</td>
    </tr>
  );
}

/** The requests of Sightline by purpose and of others, in display order, with their share of all, from 0 to 1. */
export function spendingParts({ spent_here: here, spent_elsewhere: elsewhere }: Usage['data']) {
  // Both quotas count the same requests; each may miss some around its resets, so the larger number is more accurate.
  const others = elsewhere.since === null ? null : Math.max(elsewhere.daily, elsewhere.monthly);
  const ours = here.inventory + here.list + here.detail + here.probe + here.retry + here.settings;
  const all = ours + (others ?? 0);
  const part = (name: string, meaning: string, count: number) => ({
    name,
    meaning,
    count,
    share: all === 0 ? 0 : count / all,
  });
  return {
    ours,
    /** Null before the API has sent a counter. */
    others: others === null ? null : part('Others', 'in the organization', others),
    purposes: [
      part('Inventory', 'all monitors, fetched once for everyone', here.inventory),
      part('Refreshes asked for', 'read while someone waited', here.list),
      part('Details', 'opened monitors that had to be read', here.detail),
      part('Recovery checks', 'whether the API is back', here.probe),
      part('Retries', 'after a failure', here.retry),
      part('Settings', 'that the list omits', here.settings),
    ],
  };
}
