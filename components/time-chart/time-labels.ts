import type { TimeZone } from '@/components/ui/time-zone';
import { DAY_MS } from '@/lib/contract/limits';
import { formatClock, offsetAt } from '@/lib/text/format';

/** Formats of times. `timeZone` is an IANA name, undefined for the local one; times are epoch milliseconds. */

function format(at: number, timeZone: TimeZone, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...options,
    timeZone,
  }).format(at);
}

/** The date without year: "24 Nov". */
export function dayLabel(at: number, timeZone: TimeZone): string {
  return format(at, timeZone, { day: 'numeric', month: 'short' });
}

/** The number of a calendar day of the zone. Consecutive days have consecutive numbers, also when a day has 23 or 25 hours. */
function dayNumber(at: number, timeZone: TimeZone): number {
  return Math.floor((at + offsetAt(at, timeZone)) / DAY_MS);
}

/** "Today", "Yesterday", or "Sat 21 Nov", by the calendar of the zone. */
export function dayHeading(at: number, now: number, timeZone: TimeZone): string {
  const daysAgo = dayNumber(now, timeZone) - dayNumber(at, timeZone);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return format(at, timeZone, { weekday: 'short', day: 'numeric', month: 'short' });
}

/**
 * "17:40" on the same day, "24 Nov, 17:40" in the same year, otherwise "24 Nov 2025, 17:40"; with "UTC" in UTC.
 *
 * @param otherEnd of a span of time: if the clocks change between the ends, both have a zone
 */
export function timeLabel(at: number, now: number, timeZone: TimeZone, otherEnd = at): string {
  const day = dayLabel(at, timeZone);
  const year = format(at, timeZone, { year: 'numeric' });
  const clock = `${formatClock(at, timeZone, otherEnd)}${timeZone === 'UTC' ? ' UTC' : ''}`;
  if (year !== format(now, timeZone, { year: 'numeric' })) return `${day} ${year}, ${clock}`;
  return day === dayLabel(now, timeZone) ? clock : `${day}, ${clock}`;
}

/** Periods of this length or longer belong to a chart of several days, milliseconds. */
const DATED_MS = 3_600_000;

/**
 * The time of a period: "14:00 to 14:15", "21 Nov, 14:00 to 15:00". It ends now at the latest. A period of an hour or more
 * has its date also when it is today.
 */
export function periodTime(
  { from, to }: { from: number; to: number },
  now: number,
  timeZone: TimeZone,
): string {
  const end = Math.min(to, Math.max(now, from));
  const utc = timeZone === 'UTC' ? ' UTC' : '';
  const isToday = dayLabel(from, timeZone) === dayLabel(now, timeZone);
  const begin = formatClock(from, timeZone, end);
  const until = formatClock(end, timeZone, from);
  // Midnight belongs to the day before, but a whole day has two dates.
  const isOneDay = begin !== until && dayLabel(from, timeZone) === dayLabel(end - 1, timeZone);
  if (!isOneDay) return `${dayLabel(from, timeZone)}, ${begin} to ${dayLabel(end, timeZone)}, ${until}${utc}`;
  const date = isToday && to - from < DATED_MS ? '' : `${dayLabel(from, timeZone)}, `;
  return `${date}${begin} to ${until}${utc}`;
}
