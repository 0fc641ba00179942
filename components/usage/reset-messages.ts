import type { Usage } from '@/lib/contract/usage';
import { type Quota, seenResets } from './burn-down-model';
import { momentLabel } from './moment-labels';

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
