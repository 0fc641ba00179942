/** No data is called old before this age, because a reading and the next request take their time, milliseconds. */
const OLD_MIN_MS = 60_000;

/** Whether the list is too old to say what is. @param age milliseconds; `intervalS`: the refresh interval, seconds */
export function isOldData(age: number, intervalS: number): boolean {
  return age > Math.max(OLD_MIN_MS, 2 * intervalS * 1000);
}
