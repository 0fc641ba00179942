import { test } from '@playwright/test';

/** How many times as much generated input a property meets at night. */
const NIGHTLY_TIMES = 30;

/** How many generated inputs a property is to meet. @param count in an ordinary run */
export function generated(count: number): number {
  return test.info().project.name === 'nightly' ? NIGHTLY_TIMES * count : count;
}
