import { secondsSince } from '@/components/monitor/condition-labels';
import { dayLabel } from '@/components/time-chart/time-labels';
import { isolated } from '@/components/ui/isolated';
import type { TimeZone } from '@/components/ui/time-zone';
import type { Change, EditedField } from '@/lib/contract/changes';
import { type ChangeKind, changeLabels, endedKinds } from '@/lib/contract/conditions';
import { type Incident, incidentOf, oldestOf } from '@/lib/contract/incidents';
import { formatClock, formatDurationRange, formatInteger, formatInterval } from '@/lib/text/format';
import { formatTimeout } from '@/lib/text/format-timeout';
import { visibleName } from '@/lib/text/visible-name';
import type { FeedEntry } from './feed';

/*
 * The texts of changes. `now`: epoch milliseconds; `timeZone`: the result of `useTimeZone`.
 */

/** What happened to several monitors: "38 monitors" + " in fra1" + " went down". */
export const groupVerbs: Record<ChangeKind, string> = {
  down: 'went down',
  recovered: 'recovered',
  overdue: 'became overdue',
  status_unknown: 'reported an unknown status',
  reporting_again: 'reported again',
  first_check: 'were checked for the first time',
  added: 'were added',
  removed: 'were removed',
  edited: 'were edited',
  deactivated: 'were deactivated',
  activated: 'were activated',
  maintenance_on: 'went into maintenance',
  maintenance_off: 'left maintenance',
};

/** What happened to one monitor: "was edited". */
const verbOfOne = (kind: ChangeKind) => groupVerbs[kind].replace(/^were/, 'was');

/** Shown for an edit of a setting that is not a field of the list. */
export const unlistedSetting = '(which setting is not known)';

/** The states with a duration, by the changes that begin them, and by those that end them if it is known which one. */
const states: Partial<Record<ChangeKind, string>> = {
  down: 'Down',
  recovered: 'Down',
  overdue: 'Overdue',
  status_unknown: 'Status unknown',
  deactivated: 'Inactive',
  activated: 'Inactive',
  maintenance_on: 'Maintenance',
  maintenance_off: 'Maintenance',
};

type Told = Pick<Change, 'kind' | 'from' | 'to' | 'pair' | 'lasted'>;

/** Above this it is said between which times a change happened, milliseconds. Below it the time that showed it first is enough. */
const EXACT_MS = 2 * 60_000;
const isExact = ({ from, to }: Interval) => Date.parse(to) - Date.parse(from) < EXACT_MS;

/**
 * What has happened and when: "Down 20:31–20:40", "Down since 20:31", "Added 20:31". A time that is not known well has both of its
 * ends, and they fit the length beside it: "Down between 20:26 and 20:40", "Down since 20:26–20:31", "Added between 20:26 and 20:31".
 *
 * @param day a time of the day that is known from the context; other days are named
 */
export function changeMessage({ kind, from, to, pair }: Told, day: number, timeZone: TimeZone): string {
  const state = states[kind];
  const own = { from, to };
  const isEnd = endedKinds[kind] !== undefined;
  const spanText = (first: string, last: string, between: string) => {
    const [begin, end] = [Date.parse(first), Date.parse(last)];
    return `${timeOn(begin, day, timeZone, end)}${between}${timeOn(end, begin, timeZone, begin)}`;
  };
  if (state === undefined || (isEnd && pair === null))
    return `${changeLabels[kind]} ${isExact(own) ? timeOn(Date.parse(to), day, timeZone) : intervalPhrase(own, timeZone, day)}`;
  if (pair === null)
    return `${state} since ${isExact(own) ? timeOn(Date.parse(to), day, timeZone) : spanText(from, to, '–')}`;
  const [begun, ended] = isEnd ? [pair, own] : [own, pair];
  return isExact(begun) && isExact(ended)
    ? `${state} ${spanText(begun.to, ended.to, '–')}`
    : `${state} between ${spanText(begun.from, ended.to, ' and ')}`;
}

/** How long it lasted, or has lasted so far: "12–14 min"; null where nothing lasts. @param now epoch milliseconds */
export function changeDuration({ kind, from, to, pair, lasted }: Told, now: number): string | null {
  if (lasted !== null) {
    const duration = formatDurationRange({ least: lasted.at_least_s, most: lasted.at_most_s });
    if (states[kind] !== undefined) return duration;
    return endedKinds[kind] === undefined ? null : `after ${duration}`;
  }
  const lasts = states[kind] !== undefined && endedKinds[kind] === undefined && pair === null;
  return lasts ? formatDurationRange({ least: secondsSince(to, now), most: secondsSince(from, now) }) : null;
}

/** When it began and ended: "Went down between 20:26 and 20:31, ended between 20:36 and 20:40". @param now epoch milliseconds */
export function changeSentence({ kind, from, to, pair }: Told, now: number, timeZone: TimeZone): string {
  const verb = verbOfOne(kind);
  const utc = timeZone === 'UTC' ? ' UTC' : '';
  const phrase = (interval: Interval) => `${intervalPhrase(interval, timeZone, now)}${utc}`;
  const other = endedKinds[kind] === undefined ? 'ended' : 'began';
  const rest = pair === null ? '' : `, ${other} ${phrase(pair)}`;
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${phrase({ from, to })}${rest}`;
}

/** "14:02"; "24 Nov, 14:02" on another day than `day`. Times are epoch milliseconds. @param otherEnd see `formatClock` */
export function timeOn(at: number, day: number, timeZone: TimeZone, otherEnd = at): string {
  const clock = formatClock(at, timeZone, otherEnd);
  const date = dayLabel(at, timeZone);
  return date === dayLabel(day, timeZone) ? clock : `${date}, ${clock}`;
}

type Interval = Pick<Change, 'from' | 'to'>;

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

/**
 * "38 https monitors in fra1 went down between 14:01 and 14:02, 3 still down", "At least 100 monitors were edited
 * at 14:02: Interval 60 s → 30 s", "Session cache went down 6 times between 02:10 and 06:40, all over by 06:52".
 */
export function foldedMessage({ changes, isCutOff }: FeedEntry, timeZone: TimeZone): string {
  const { kind, monitor } = oldestOf(changes);
  const incident = incidentOf(changes);
  const edits = editMessage(changes);
  if (incident.monitors === 1) {
    const name = isolated(visibleName(monitor.name) ?? monitor.monitor_uuid);
    const times = `${isCutOff ? 'at least ' : ''}${formatInteger(changes.length)} times`;
    const end = kind === 'down' ? endMessage(incidentOf(changes.slice(0, 1)), timeZone) : '';
    return `${name} ${verbOfOne(kind)} ${times} ${intervalPhrase(incident.began, timeZone)}${edits}${end}`;
  }
  // Of those that are not loaded it is not known whether they are over.
  const end = isCutOff || kind !== 'down' ? '' : endMessage(incident, timeZone);
  return `${isCutOff ? 'At least ' : ''}${togetherMessage(incident, kind, timeZone)}${edits}${end}`;
}

/**
 * "38 https monitors in fra1 went down on 21 Nov between 14:01 and 14:02, all over by 14:09".
 *
 * @param now epoch milliseconds; another day is named
 * @param of what follows the number: " of these"
 */
export function incidentMessage(incident: Incident, timeZone: TimeZone, now: number, of = ''): string {
  return `${togetherMessage(incident, 'down', timeZone, now, of)}${endMessage(incident, timeZone)}`;
}

function togetherMessage(
  incident: Incident,
  kind: ChangeKind,
  timeZone: TimeZone,
  now?: number,
  of = '',
): string {
  const { monitors, type, region, began } = incident;
  const shared = (before: string, value: string | null) => (value === null ? '' : before + isolated(value));
  const who = `${formatInteger(monitors)}${of}${shared(' ', type)} monitors${shared(' in ', region)}`;
  return `${who} ${groupVerbs[kind]} ${intervalPhrase(began, timeZone, now)}`;
}

/** ": Interval 60 s → 30 s", if all changes are the same edit. */
function editMessage(changes: readonly Change[]): string {
  const { fields } = oldestOf(changes);
  const text = JSON.stringify(fields);
  if (fields === null || changes.some((change) => JSON.stringify(change.fields) !== text)) return '';
  const edits = editsOf({ fields })?.map(
    ({ label, before, after }) => `${label} ${isolated(before)} → ${isolated(after)}`,
  );
  return edits ? `: ${edits.join(', ')}` : ` ${unlistedSetting}`;
}

/** How far it is over: ", all over by 14:09", ", 3 still down", ", all still down"; of one monitor ", still down". */
function endMessage({ monitors, began, still_down, ended_by }: Incident, timeZone: TimeZone): string {
  if (ended_by !== null)
    return `, all over by ${timeOn(Date.parse(ended_by), Date.parse(began.to), timeZone)}`;
  if (still_down < monitors) return `, ${formatInteger(still_down)} still down`;
  return monitors === 1 ? ', still down' : ', all still down';
}
