import fc from 'fast-check';
import { z } from 'zod';

/**
 * The seed of all generated input, in unit tests and in tests of the built product: the same in each run, so that a
 * result means the same twice. `SIGHTLINE_TEST_SEED` sets another one; the nightly tests draw one anew.
 */
export const propertySeed = z.coerce
  .number()
  .int()
  .parse(process.env.SIGHTLINE_TEST_SEED ?? 1);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed });
