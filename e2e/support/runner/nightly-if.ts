/** Details of a test in a series: whether it runs by night only, because others of the series test nearly the same by day. */
export function nightlyIf(isNightly: boolean): { tag?: string } {
  return isNightly ? { tag: '@nightly' } : {};
}
