import fc from 'fast-check';
import { z } from 'zod';

/**
 * The seed of all generated input, in unit tests and in tests of the built product. It is the same in each run, so that
 * results are reproducible. `SIGHTLINE_TEST_SEED` sets another one; each nightly run draws a new one.
 */
export const propertySeed = z.coerce
  .number()
  .int()
  .parse(process.env.SIGHTLINE_TEST_SEED ?? 1);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed });
