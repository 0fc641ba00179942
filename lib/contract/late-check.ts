/** A check is late when it is missing for more than three intervals and this many seconds. */
const GRACE_S = 60;

/** Taken for an unknown interval, so that a monitor that is checked no more does not look up for ever. */
const LONGEST_INTERVAL_S = 86_400;

/** @param ageMs since the last check; `interval` of the monitor, seconds, null: unknown */
export function isCheckLate(ageMs: number, interval: number | null): boolean {
  return ageMs > (3 * (interval ?? LONGEST_INTERVAL_S) + GRACE_S) * 1000;
}
