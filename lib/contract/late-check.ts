/**
 * A check is late when it is missing for more than three intervals and this many seconds; then "up" is no longer shown.
 */
const GRACE_S = 60;

/**
 * @param ageMs milliseconds since the last check
 * @param interval of the monitor, seconds
 */
export function isCheckLate(ageMs: number, interval: number): boolean {
  return ageMs > (3 * interval + GRACE_S) * 1000;
}
