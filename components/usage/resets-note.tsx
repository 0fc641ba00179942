import { timeLabel } from '@/components/time-chart/time-labels';
import { useNow } from '@/components/ui/clock';
import { type TimeZone, useTimeZone } from '@/components/ui/time-zone';
import type { Usage } from '@/lib/contract/usage';
import { type Quota, seenResets } from './quota-history';

/**
 * Why the resets of the day and the month are unknown, and what has been observed of them. Null if they are as configured.
 */
export function ResetsNote({ data }: { data: Usage['data'] }) {
  const now = useNow();
  const timeZone = useTimeZone();
  const unknown = (['daily', 'monthly'] as const).filter((quota) => data[quota].resets_at_local === null);
  if (unknown.length === 0) return null;
  return (
    <p className="text-ink-3 text-xs">
      The API reports when the minute resets, but not when the day and the month do. An administrator who
      knows it can set SIGHTLINE_QUOTA_RESET.{' '}
      {unknown.map((quota) => resetsMessage(data, quota, now, timeZone)).join(' ')}
    </p>
  );
}

const names = { daily: 'Day', monthly: 'Month' } as const;

export function resetsMessage(data: Usage['data'], quota: Quota, now: number, timeZone: TimeZone): string {
  const at = (instant: number, otherEnd?: number) => timeLabel(instant, now, timeZone, otherEnd);
  const { resets_at: resetsAt } = data[quota];
  const name = names[quota];
  if (resetsAt !== null) return `${name}: next reset around ${at(Date.parse(resetsAt))}.`;
  const [latest] = seenResets(data.history, quota);
  if (latest) {
    return `${name}: reset seen between ${at(latest.from, latest.to)} and ${at(latest.to, latest.from)}.${quota === 'daily' ? ' One more is needed to confirm the daily time.' : ''}`;
  }
  const since = data.spent_elsewhere.since;
  return since === null ? `${name}: no data yet.` : `${name}: no reset seen since ${at(Date.parse(since))}.`;
}
