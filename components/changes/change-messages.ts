import { secondsSince } from '@/components/monitor/condition-labels';
import { clockLabel, dayLabel, timeLabel } from '@/components/time-chart/time-labels';
import type { Change, EditedField } from '@/lib/contract/changes';
import { formatAgeRange, formatInteger, formatInterval } from '@/lib/text/format';
import { changeLabels } from './change-labels';
import type { LoadedOlder } from './use-changes-feed';

/** Kinds that begin something, whose `lasted` is known once it is over. */
const beginnings: ReadonlySet<Change['kind']> = new Set([
  'down',
  'overdue',
  'status_unknown',
  'deactivated',
  'maintenance_on',
] satisfies Change['kind'][]);

/** Kinds that are the end of what `lasted` measures; with all others it measures something that they only cut off. */
const ends: ReadonlySet<Change['kind']> = new Set([
  'recovered',
  'reporting_again',
  'activated',
  'maintenance_off',
] satisfies Change['kind'][]);

const fieldLabels: Readonly<Record<string, string>> & Record<EditedField, string> = {
  name: 'Name',
  type: 'Type',
  target: 'Target',
  port: 'Port',
  interval: 'Interval',
  regions: 'Regions',
  checks: 'Last check (all checks were deleted)',
};

/** An edited field with its values as text. */
export interface FieldEdit {
  label: string;
  before: string;
  after: string;
}

/**
 * What has happened, with its duration: "Down for 12–14 min, until 14:02", "Down for 3–5 min so far", "Recovered after
 * 12–14 min".
 *
 * @param now epoch ms
 * @param timeZone the result of `useTimeZone`
 */
export function changeMessage(
  change: Pick<Change, 'kind' | 'from' | 'to' | 'lasted'>,
  now: number,
  timeZone: string | undefined,
): string {
  const { kind, from, to, lasted } = change;
  const label = changeLabels[kind];
  if (!beginnings.has(kind)) {
    return lasted === null || !ends.has(kind)
      ? label
      : `${label} after ${formatAgeRange(lasted.at_least_s, lasted.at_most_s)}`;
  }
  const what = kind === 'maintenance_on' ? 'Maintenance' : label;
  if (lasted === null) {
    return `${what} for ${formatAgeRange(secondsSince(to, now), secondsSince(from, now))} so far`;
  }
  const begin = Date.parse(from);
  const end = timeLabel(begin + lasted.at_most_s * 1000, begin, timeZone);
  return `${what} for ${formatAgeRange(lasted.at_least_s, lasted.at_most_s)}, until ${end}`;
}

/**
 * The interval in which a change happened, to the minute: "14:02", or "13:40–14:02" when it was longer. `begin`: the part up
 * to its end, which narrow screens have no room for.
 */
export function intervalParts(
  { from, to }: Pick<Change, 'from' | 'to'>,
  timeZone: string | undefined,
): { begin: string; end: string } {
  const [begin, length] = [Date.parse(from), Date.parse(to) - Date.parse(from)];
  const end = clockLabel(Date.parse(to), timeZone);
  if (length <= EXACT_MS) return { begin: '', end };
  return { begin: length < DAY_MS ? `${clockLabel(begin, timeZone)}–` : 'by ', end };
}

/** The interval as one text. */
export function intervalLabel(interval: Pick<Change, 'from' | 'to'>, timeZone: string | undefined): string {
  const { begin, end } = intervalParts(interval, timeZone);
  return `${begin}${end}`;
}

/** The interval as a part of a sentence: "between 14:01 and 14:02", "at 14:02", or "by 14:02" when it was longer than a day. */
export function intervalPhrase(
  { from, to }: Pick<Change, 'from' | 'to'>,
  timeZone: string | undefined,
): string {
  const [begin, end] = [clockLabel(Date.parse(from), timeZone), clockLabel(Date.parse(to), timeZone)];
  if (Date.parse(to) - Date.parse(from) >= DAY_MS) return `by ${end}`;
  return begin === end ? `at ${end}` : `between ${begin} and ${end}`;
}

/** Like `intervalPhrase`, with the days when it began on another day: "between 20 Nov, 23:50 and 21 Nov, 00:10". */
export function spokenInterval(interval: Pick<Change, 'from' | 'to'>, timeZone: string | undefined): string {
  const [from, to] = [Date.parse(interval.from), Date.parse(interval.to)];
  const [firstDay, lastDay] = [dayLabel(from, timeZone), dayLabel(to, timeZone)];
  if (firstDay === lastDay && to - from < DAY_MS) return intervalPhrase(interval, timeZone);
  return `between ${firstDay}, ${clockLabel(from, timeZone)} and ${lastDay}, ${clockLabel(to, timeZone)}`;
}

/** Like `spokenInterval`, with the day also when both times are of one day that is not today. @param now epoch ms */
export function datedInterval(
  interval: Pick<Change, 'from' | 'to'>,
  now: number,
  timeZone: string | undefined,
): string {
  const [first, last, today] = [Date.parse(interval.from), Date.parse(interval.to), now].map((at) =>
    dayLabel(at, timeZone),
  );
  const phrase = spokenInterval(interval, timeZone);
  return first === last && last !== today ? `on ${last} ${phrase}` : phrase;
}

/** An interval up to this length is shown as one time, milliseconds: the time between two crawls. */
const EXACT_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** The edited fields of a change; null for a setting that the list does not show, and for other kinds of change. */
export function editsOf({ fields }: Pick<Change, 'fields'>): FieldEdit[] | null {
  const edits = Object.entries(fields ?? {});
  if (edits.length === 0) return null;
  return edits.map(([name, { before, after }]) => ({
    label: fieldLabels[name] ?? name,
    before: valueText(name, before),
    after: valueText(name, after),
  }));
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (name === 'interval' && typeof value === 'number') return formatInterval(value);
  return String(value);
}

/** What is announced when older changes were loaded: "100 older changes are shown, 200 in all." */
export function olderMessage({ added, count, hasMore }: LoadedOlder): string {
  if (added === 0) return hasMore ? 'No older changes were found yet.' : 'There are no older changes.';
  return `${formatInteger(added)} older ${added === 1 ? 'change is' : 'changes are'} shown, ${formatInteger(count)} in all.`;
}
