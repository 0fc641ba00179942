/** Minimum age of old data, milliseconds: a crawl and the next request take some time. */
const OLD_MIN_MS = 60_000;

/**
 * Whether the list is too old to show the present state. @param age milliseconds; `intervalS`: the refresh interval, seconds
 */
export function isOldData(age: number, intervalS: number): boolean {
  return age > Math.max(OLD_MIN_MS, 2 * intervalS * 1000);
}
