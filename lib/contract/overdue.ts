/** The last check of a monitor is overdue when it is older than three intervals and this many seconds. */
const GRACE_S = 60;

/** Replaces an unknown interval. Without it, a monitor whose checks have stopped would look up forever. */
const LONGEST_INTERVAL_S = 86_400;

/** @param ageMs since the last check; `interval` of the monitor, seconds; null: unknown */
export function isCheckOverdue(ageMs: number, interval: number | null): boolean {
  return ageMs > (3 * (interval ?? LONGEST_INTERVAL_S) + GRACE_S) * 1000;
}
