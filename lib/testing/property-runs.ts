/** How much generated input the parts of the test run use, as a multiple of what a test asks for. */
const MULTIPLES = { core: 0.2, deep: 1, nightly: 30 };

function part(): keyof typeof MULTIPLES {
  if (process.env.SIGHTLINE_TEST_NIGHTLY === '1') return 'nightly';
  return process.env.SIGHTLINE_TEST_DEEP === '1' ? 'deep' : 'core';
}

/**
 * Returns how many inputs a property is tried with: a fifth in `npm test`, all in the deep part, thirty times as many at
 * night.
 *
 * @param count in the deep part
 */
export function generated(count: number): number {
  return Math.ceil(count * MULTIPLES[part()]);
}
