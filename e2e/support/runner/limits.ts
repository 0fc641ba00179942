/** Whether this run is the deep part (`npm run test:deep`), which the runner says in the environment. */
export const isDeep = process.env.SIGHTLINE_TEST_DEEP === '1';

/**
 * How long a test waits for what it expects, milliseconds. A failure of the core part ends soon. The deep part waits
 * longer, because some of its tests start a database and several products.
 */
export const expectTimeoutMs = isDeep ? 120_000 : 15_000;
