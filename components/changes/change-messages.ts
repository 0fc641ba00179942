import { clockLabel, timeLabel } from '@/components/time-chart/time-labels';
import type { Change } from '@/lib/contract/changes';
import { formatAgeRange, formatInterval } from '@/lib/format';
import { changeLabels } from './change-labels';

/** Kinds that begin something, whose `lasted` is known once it is over. */
const beginnings: ReadonlySet<Change['kind']> = new Set([
  'down',
  'overdue',
  'deactivated',
  'maintenance_on',
] satisfies Change['kind'][]);

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  type: 'Type',
  target: 'Target',
  port: 'Port',
  interval: 'Interval',
  regions: 'Regions',
};

/** An edited field with its values as text. */
export interface FieldEdit {
  label: string;
  before: string;
  after: string;
}

/**
 * What has happened, with its duration once it is over: "Down for 12–14 min, until 14:02", "Recovered after 12–14 min".
 *
 * @param timeZone the result of `useTimeZone`
 */
export function changeMessage(
  change: Pick<Change, 'kind' | 'from' | 'to' | 'lasted'>,
  timeZone: string | undefined,
): string {
  const { kind, lasted } = change;
  const label = changeLabels[kind];
  if (lasted === null) return label;
  const length = formatAgeRange(lasted.at_least_s, lasted.at_most_s);
  if (!beginnings.has(kind)) return `${label} after ${length}`;
  const begin = Date.parse(change.from);
  const end = begin + lasted.at_most_s * 1000;
  const what = kind === 'maintenance_on' ? 'Maintenance' : label;
  return `${what} for ${length}, until ${timeLabel(end, begin, timeZone)}`;
}

/** The interval in which a change happened, to the minute: "14:02", or "13:40–14:02" when it was longer. */
export function intervalLabel(
  { from, to }: Pick<Change, 'from' | 'to'>,
  timeZone: string | undefined,
): string {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const clock = clockLabel(end, timeZone);
  if (end - begin <= EXACT_MS) return clock;
  return end - begin < DAY_MS ? `${clockLabel(begin, timeZone)}–${clock}` : `by ${clock}`;
}

/** An interval up to this length is shown as one time, milliseconds: the time between two readings. */
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
