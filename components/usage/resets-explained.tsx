import { useNow } from '@/components/ui/clock';
import { Panel } from '@/components/ui/panel';
import { useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { type Quota, seenResets } from './burn-down-model';
import { momentLabel } from './moment-labels';

/** Why the time of a reset is unknown, and what has been learned of it so far. */
export function ResetsExplained({ data }: { data: Usage['data'] }) {
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <Panel title="When the day and the month begin anew">
      <div className="flex flex-col gap-2 px-4 py-3 text-ink-2">
        <p>
          The API tells how many seconds the minute has left. When its day and its month begin, in which zone,
          it does not publish, and Sightline does not assume midnight.
        </p>
        <p>
          It learns the day’s beginning when it sees the counter go back up at the same time on two days.
          Months differ in length, so theirs stays unknown.
        </p>
        <h3 className="pt-1 font-medium text-ink">Learned so far</h3>
        <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-ink-3">
          <li>{learnedMessage(data, 'daily', now, timeZone)}</li>
          <li>{learnedMessage(data, 'monthly', now, timeZone)}</li>
        </ul>
      </div>
    </Panel>
  );
}

const names = { daily: 'Day', monthly: 'Month' } as const;

/** What is known of a quota's resets, as a sentence. */
export function learnedMessage(
  data: Usage['data'],
  quota: Quota,
  now: number,
  timeZone: string | undefined,
): string {
  const at = (instant: number) => momentLabel(instant, now, timeZone);
  const { resets_at: resetsAt } = data[quota];
  const name = names[quota];
  if (resetsAt !== null) return `${name}: the next one begins about ${at(Date.parse(resetsAt))}.`;
  const [latest] = seenResets(data.history, quota);
  if (latest) {
    return `${name}: the counter went back up between ${at(latest.from)} and ${at(latest.to)}.${quota === 'daily' ? ' A second time will tell whether it does so every day.' : ''}`;
  }
  const since = data.spent_elsewhere.since;
  return since === null
    ? `${name}: nothing yet, no counter has been seen.`
    : `${name}: nothing yet. Since ${at(Date.parse(since))} the counter has only gone down.`;
}
