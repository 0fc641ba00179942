import { useNow } from '@/components/ui/clock';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/format';
import { momentLabel } from './moment-labels';
import { partWords, type SpendingPart, spendingParts } from './spending-parts';

const fills = ['bg-accent', 'bg-accent/75', 'bg-accent/55', 'bg-accent/40', 'bg-accent/25'] as const;

/** What Sightline spent, by purpose, and what others in the organization did. */
export function Spending({ data }: { data: Usage['data'] }) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { ours, others, purposes } = spendingParts(data);
  const all = ours + (others?.count ?? 0);
  const since = (iso: string) => momentLabel(Date.parse(iso), now, timeZone);
  const othersSince = data.spent_elsewhere.since;
  return (
    <Panel title="Who spent it">
      <div className="px-4 py-3">
        <div aria-hidden className="flex h-1.5 gap-px overflow-hidden rounded-full bg-line">
          {purposes.map((part, index) => (
            <Segment key={part.name} part={part} fill={fills[index] ?? ''} />
          ))}
          {others ? <Segment part={others} fill="bg-ink-3" /> : null}
        </div>
        <p className="mt-1.5 flex justify-between gap-2 text-ink-3 text-xs">
          <span>Sightline {partWords(all === 0 ? 0 : ours / all)}</span>
          <span>{others ? `others ≈ ${partWords(others.share)}` : 'others not known yet'}</span>
        </p>
        <table className="mt-2 w-full">
          <caption className="sr-only">Requests spent, by whom and what for</caption>
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
              note={othersSince ? `in the organization, since ${since(othersSince)}` : 'not known yet'}
              count={others ? `≈ ${formatInteger(others.count)}` : '–'}
              {...(others ? { swatch: 'bg-ink-3' } : {})}
              last
            />
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Segment({ part, fill }: { part: SpendingPart; fill: string }) {
  if (part.count === 0) return null;
  return (
    <div
      className={`min-w-[3px] ${fill} forced-colors:bg-[CanvasText]`}
      style={{ flexGrow: part.share, flexBasis: 0 }}
    />
  );
}

/** Without a swatch it is a sum. */
function Row(props: { name: string; note: string; count: string; swatch?: string; last?: boolean }) {
  const { name, note, count, swatch, last = false } = props;
  return (
    <tr className="border-line not-last:border-b">
      <th scope="row" className={`py-1.5 pr-2 text-left font-normal ${swatch && !last ? 'pl-3' : ''}`}>
        <span className="flex items-baseline gap-2">
          {swatch ? <span aria-hidden className={`size-2 shrink-0 rounded-[2px] ${swatch}`} /> : null}
          <span className={swatch && !last ? 'text-ink-2' : 'font-medium text-ink'}>{name}</span>
          <span className="text-ink-3 text-xs">{note}</span>
        </span>
      </th>
      <td className="whitespace-nowrap py-1.5 text-right align-baseline text-ink">{count}</td>
    </tr>
  );
}
