import { timeLabel } from '@/components/time-chart/time-labels';
import { useNow } from '@/components/ui/clock';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { type Quota, seenResets } from './quota-history';

/** A panel that explains why reset times are unknown, and what has been observed so far. */
export function ResetsExplained({ data }: { data: Usage['data'] }) {
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <Panel title="Quota resets">
      <div className="flex flex-col gap-2 px-4 py-3 text-ink-2">
        <p>
          The API reports when the minute resets, but not when the day and month reset or in which time zone.
          Sightline doesn’t assume midnight.
        </p>
        <p>
          It learns the daily reset time once the counter goes back up at the same time on two days. Months
          vary in length, so the monthly reset stays unknown.
        </p>
        <h3 className="pt-1 font-medium text-ink">Learned so far</h3>
        <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-ink-3">
          <li>{resetsMessage(data, 'daily', now, timeZone)}</li>
          <li>{resetsMessage(data, 'monthly', now, timeZone)}</li>
        </ul>
      </div>
    </Panel>
  );
}

const names = { daily: 'Day', monthly: 'Month' } as const;

/** A sentence about the observed resets of a quota. */
export function resetsMessage(
  data: Usage['data'],
  quota: Quota,
  now: number,
  timeZone: string | undefined,
): string {
  const at = (instant: number) => timeLabel(instant, now, timeZone);
  const { resets_at: resetsAt } = data[quota];
  const name = names[quota];
  if (resetsAt !== null) return `${name}: next reset around ${at(Date.parse(resetsAt))}.`;
  const [latest] = seenResets(data.history, quota);
  if (latest) {
    return `${name}: reset seen between ${at(latest.from)} and ${at(latest.to)}.${quota === 'daily' ? ' One more is needed to confirm the daily time.' : ''}`;
  }
  const since = data.spent_elsewhere.since;
  return since === null ? `${name}: no data yet.` : `${name}: no reset seen since ${at(Date.parse(since))}.`;
}
