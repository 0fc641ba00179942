import { test } from '@playwright/test';

/** The factor by which the nightly run uses more generated input. */
const NIGHTLY_TIMES = 30;

/** Returns the number of generated inputs for a property. @param count in an ordinary run */
export function generated(count: number): number {
  return test.info().project.name === 'nightly' ? NIGHTLY_TIMES * count : count;
}
