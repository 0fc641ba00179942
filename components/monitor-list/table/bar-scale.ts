/** Steps from one power of ten to the next: the longest bar takes at least four fifths of its room. */
const STEPS = 10;

/**
 * What the bars of a page are drawn against: its slowest response, rounded up, so that not all of them change when
 * that one monitor answers a little later. Milliseconds, at least 1, so that it can be divided by.
 */
export function barScale(responses: readonly (number | null)[]): number {
  const slowest = Math.max(1, ...responses.map((milliseconds) => milliseconds ?? 0));
  return Math.max(slowest, 10 ** (Math.ceil(Math.log10(slowest) * STEPS) / STEPS));
}
