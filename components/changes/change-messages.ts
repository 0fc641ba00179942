import { secondsSince } from '@/components/monitor/condition-labels';
import { dayLabel, timeLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import { changeLabels } from '@/lib/contract/change-kinds';
import type { Change, EditedField } from '@/lib/contract/changes';
import { DAY_MS } from '@/lib/contract/history-days';
import { formatAgeRange, formatClock, formatInterval } from '@/lib/text/format';
import { formatTimeout } from '@/lib/text/format-settings';

/*
 * The texts of changes. `now`: epoch milliseconds; `timeZone`: the result of `useTimeZone`.
 */

/** Kinds that begin something, whose `lasted` is known once it is over. */
const beginnings: readonly Change['kind'][] = [
  'down',
  'overdue',
  'status_unknown',
  'deactivated',
  'maintenance_on',
];

/** Kinds that end what `lasted` measures. All other kinds only cut it off. */
const ends: readonly Change['kind'][] = ['recovered', 'reporting_again', 'activated', 'maintenance_off'];

/**
 * What has happened, with its duration: "Down for 12–14 min, until 14:02", "Down for 3–5 min so far", "Recovered after
 * 12–14 min".
 */
export function changeMessage(
  { kind, from, to, lasted }: Pick<Change, 'kind' | 'from' | 'to' | 'lasted'>,
  now: number,
  timeZone: TimeZone,
): string {
  const label = changeLabels[kind];
  const duration = lasted && formatAgeRange(lasted.at_least_s, lasted.at_most_s);
  if (!beginnings.includes(kind))
    return duration && ends.includes(kind) ? `${label} after ${duration}` : label;
  const what = kind === 'maintenance_on' ? 'Maintenance' : label;
  if (lasted === null) {
    return `${what} for ${formatAgeRange(secondsSince(to, now), secondsSince(from, now))} so far`;
  }
  const begin = Date.parse(from);
  const end = begin + lasted.at_most_s * 1000;
  return `${what} for ${duration}, until ${timeLabel(end, begin, timeZone, begin)}`;
}

type Interval = Pick<Change, 'from' | 'to'>;

/** An interval up to this length is shown as one time, milliseconds: the time between two crawls. */
const EXACT_MS = 5 * 60_000;

/**
 * The interval in which a change happened, to the minute: "14:02", or "13:40–14:02" when it was longer. `begin`: the
 * part before the end; narrow screens omit it.
 */
export function intervalParts(interval: Interval, timeZone: TimeZone) {
  const [from, to] = [Date.parse(interval.from), Date.parse(interval.to)];
  const begin = to - from < DAY_MS ? `${formatClock(from, timeZone, to)}–` : 'by ';
  return { begin: to - from <= EXACT_MS ? '' : begin, end: formatClock(to, timeZone, from) };
}

/**
 * The interval as a part of a sentence: "between 14:01 and 14:02", "at 14:02", "between 20 Nov, 23:50 and 21 Nov, 00:10".
 *
 * @param now if given, an interval on another day has its date: "on 20 Nov at 14:02"
 */
export function intervalPhrase({ from, to }: Interval, timeZone: TimeZone, now?: number): string {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const [firstDay, lastDay] = [dayLabel(begin, timeZone), dayLabel(end, timeZone)];
  const [first, last] = [formatClock(begin, timeZone, end), formatClock(end, timeZone, begin)];
  if (firstDay !== lastDay) return `between ${firstDay}, ${first} and ${lastDay}, ${last}`;
  const day = now === undefined || dayLabel(now, timeZone) === lastDay ? '' : `on ${lastDay} `;
  return `${day}${first === last ? `at ${last}` : `between ${first} and ${last}`}`;
}

const fieldLabels: Readonly<Record<string, string>> & Record<EditedField, string> = {
  name: 'Name',
  type: 'Type',
  target: 'Target',
  port: 'Port',
  interval: 'Interval',
  regions: 'Regions',
  checks: 'Last check (all checks were deleted)',
  description: 'Description',
  http_method: 'Method',
  expected_status_codes: 'Expected status',
  follow_redirects: 'Redirects',
  timeout_ms: 'Timeout',
};

/** The edited fields with their values as text; null for a setting that the list does not show, and for other kinds. */
export function editsOf({ fields }: Pick<Change, 'fields'>) {
  const edits = Object.entries(fields ?? {});
  if (edits.length === 0) return null;
  return edits.map(([name, { before, after }]) => ({
    label: fieldLabels[name] ?? name,
    before: valueText(name, before),
    after: valueText(name, after),
  }));
}

function valueText(name: string, value: unknown): string {
  if (name === 'interval' && typeof value === 'number') return formatInterval(value);
  if (name === 'timeout_ms' && typeof value === 'number') return formatTimeout(value);
  if (name === 'follow_redirects' && value !== null) return value ? 'followed' : 'not followed';
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'none';
}
