import { watchingMessage } from '@/components/changes/feed-bounds';
import { rangeName } from '@/components/time-chart/days-switch';
import { timeLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { HistoryMeta, MonitorHistory } from '@/lib/contract/changes';
import type { HistoryDays } from '@/lib/contract/history-days';
import { formatAgeRange, formatInteger } from '@/lib/text/format';
import type { Period } from './periods';

/* `now`: epoch milliseconds; `timeZone`: the result of `useTimeZone`. */

/** During this time the message says how long Sightline has been watching, milliseconds. */
const JUST_STARTED_MS = 3_600_000;

/**
 * What was observed, in one or two sentences: "Up in 1,203 of 1,204 checks seen since 20 Nov, 18:05. Sightline
 * sees about every second check."
 *
 * @param periods of at least one slot
 * @param share the result of `seenShare`
 */
export function observedMessage(
  { data, meta }: MonitorHistory,
  periods: readonly Period[],
  share: number | null,
  now: number,
  timeZone: TimeZone,
): string {
  const begin = periods[0]?.from ?? 0;
  const first = data.slots.map(({ at }) => Date.parse(at)).find((at) => at >= begin) ?? begin;
  const checks = periods.reduce((sum, period) => sum + period.checks, 0);
  const down = periods.reduce((sum, period) => sum + period.down, 0);
  const all = formatInteger(checks);
  const up = down === 0 && checks > 1 ? `all ${all}` : `${formatInteger(checks - down)} of ${all}`;
  const what = checks === 0 ? 'No checks' : `Up in ${up} ${checks === 1 ? 'check' : 'checks'}`;
  // Checks with an unknown status are not counted.
  const seen = periods.some(({ state }) => state === 'unknown') ? 'with a known status seen' : 'seen';
  const since = timeLabel(Math.max(first, observedFrom(meta)), now, timeZone);
  const rest = share === null ? beginningMessage(meta, now) : shareMessage(share);
  return `${what} ${seen} since ${since}.${rest === null ? '' : ` ${rest}`}`;
}

/** "No outage seen.", "3 outages, the longest 8–9 min.", "2–3 outages, the longest up to 40 min." */
export function outagesMessage({
  outages,
  longest_s,
}: NonNullable<MonitorHistory['data']['outages']>): string {
  const { least, most } = outages;
  if (most === 0) return 'No outage seen.';
  const count = least === most ? formatInteger(most) : `${formatInteger(least)}–${formatInteger(most)}`;
  const longest = formatAgeRange(longest_s.least, longest_s.most);
  return most === 1 ? `${count} outage, ${longest} long.` : `${count} outages, the longest ${longest}.`;
}

/** When the observation began, epoch milliseconds; 0 if unknown. */
const observedFrom = ({ observed_from }: HistoryMeta) =>
  observed_from === null ? 0 : Date.parse(observed_from);

const ordinals = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Which share of the checks Sightline sees; null: it is too small to state. */
function shareMessage(share: number): string | null {
  if (share >= 0.9) return 'Sightline sees nearly every check.';
  if (share <= 0) return null;
  const nth = Math.round(1 / share);
  if (nth < 2) return `Sightline sees about ${Math.round(share * 10)} of 10 checks.`;
  const ordinal = ordinals[nth - 2];
  return `Sightline sees about ${ordinal === undefined ? `one of ${formatInteger(nth)} checks` : `every ${ordinal} check`}.`;
}

/** For how long Sightline has been watching; null when it is not just beginning. */
function beginningMessage(meta: HistoryMeta, now: number): string | null {
  const watched = now - observedFrom(meta);
  return watched >= JUST_STARTED_MS ? null : watchingMessage(watched);
}

/** Why there is nothing to show: the observation has just begun, or Sightline did not read the list. */
export function nothingMessage(meta: HistoryMeta, days: HistoryDays, now: number): string {
  if (meta.observed_from === null) return 'Nothing has been observed yet.';
  return (
    beginningMessage(meta, now) ?? `Nothing was observed in the last ${rangeName(days, meta.kept_days)}.`
  );
}

/** When no change was seen: "No changes since 20 Nov, 18:05." @param since the start of the range, epoch milliseconds */
export function noChangesMessage(meta: HistoryMeta, since: number, now: number, timeZone: TimeZone): string {
  if (meta.observed_from === null) return 'No changes yet.';
  return `No changes since ${timeLabel(Math.max(since, observedFrom(meta)), now, timeZone)}.`;
}

/** Says that only the newest changes of a response are shown: "The newest 10 of 37 changes."; null when all are. @param isAll whether the response has all */
export function omittedMessage(count: number, shown: number, isAll: boolean): string | null {
  if (count <= shown) return null;
  const all = `${isAll ? '' : 'at least '}${formatInteger(count)}`;
  return `The newest ${formatInteger(shown)} of ${all} changes in this time range.`;
}
