/**
 * Details of one test in a series. Some run only at night, because others of the series test nearly the same by day.
 */
export function nightlyIf(isNightly: boolean): { tag?: string } {
  return isNightly ? { tag: '@nightly' } : {};
}
