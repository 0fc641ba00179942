import { intervalPhrase } from '@/components/changes/change-messages';
import { conditionAge, isSinceReported } from '@/components/monitor/condition-labels';
import { timeLabel } from '@/components/time-chart/time-labels';
import { useTicking } from '@/components/ui/clock';
import { type TimeZone, useTimeZone } from '@/components/ui/time-zone';
import type { Condition } from '@/lib/contract/conditions';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { conditionLabel } from '@/lib/text/condition-label';
import { formatExact } from '@/lib/text/format';

type SinceFields = Pick<
  ListedMonitor,
  'condition' | 'last_status' | 'created_at' | 'observed_since' | 'changed_after'
>;

/** The event that began each condition, as text. Used where the API does not tell the time. */
const beginnings: Record<Condition, string> = {
  down: 'Went down',
  overdue: 'Became overdue',
  unknown: 'Became unknown',
  pending: 'Lost its checks',
  up: 'Came up',
  inactive: 'Was switched off',
};

function sinceMeaning(monitor: SinceFields, zone: TimeZone): string {
  const exact = (iso: string) => formatExact(Date.parse(iso), zone);
  const { condition, changed_after: from } = monitor;
  const since = exact(monitor.observed_since);
  if (isSinceReported(monitor))
    return condition === 'overdue'
      ? `The last check was at ${since}.`
      : `Created at ${since}, never checked since.`;
  return from === null
    ? `First seen at ${since}. The API doesn’t report when it began.`
    : `Between ${exact(from)} and ${since}.`;
}

/** How long the condition has lasted, and when it began as far as known. */
export function Since({ monitor }: { monitor: SinceFields }) {
  const zone = useTimeZone();
  const duration = useTicking((now) => conditionAge(monitor, now));
  // A time on another day has its date.
  const beginning = useTicking((now) => beginningOf(monitor, now, zone));
  return (
    // The time zone of the browser may differ from the one of the server.
    <span suppressHydrationWarning title={sinceMeaning(monitor, zone)}>
      {beginning} <span className="block text-ink-3">{duration}</span>
    </span>
  );
}

/** "Went down between 13:59 and 14:07", "No check since 24 Nov, 14:07", "Up when first seen, 14:07". @param now epoch ms */
export function beginningOf(monitor: SinceFields, now: number, zone: TimeZone): string {
  const { condition, changed_after: from } = monitor;
  const to = monitor.observed_since;
  const since = timeLabel(Date.parse(to), now, zone);
  if (isSinceReported(monitor))
    return condition === 'overdue' ? `No check since ${since}` : `Created ${since}`;
  if (from === null) return `${conditionLabel(monitor)} when first seen, ${since}`;
  const utc = zone === 'UTC' ? ' UTC' : '';
  return `${beginnings[condition]} ${intervalPhrase({ from, to }, zone, now)}${utc}`;
}
