import 'server-only';
import type { Verdict } from './rule.ts';

/** A time, epoch ms or ISO 8601; null: not known. */
type Time = number | string | null | undefined;

const knownTimes = (times: readonly Time[]) =>
  times.flatMap((time) => (time === null || time === undefined ? [] : new Date(time).getTime()));

/**
 * Whether a state has lasted longer than a limit.
 *
 * @param asOf epoch ms
 * @param limitMs milliseconds
 * @param begun.by times by which it had begun
 * @param begun.after times after which it began
 */
export function lastsLonger(
  asOf: number,
  limitMs: number,
  begun: { by: readonly Time[]; after: readonly Time[] },
): Verdict {
  if (asOf - Math.min(...knownTimes(begun.by)) > limitMs) return true;
  return asOf - Math.max(...knownTimes(begun.after)) <= limitMs ? false : null;
}
