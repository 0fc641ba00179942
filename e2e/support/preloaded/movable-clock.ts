import type { Page } from '@playwright/test';
import type { Product } from '../products/product.ts';
import { waitUntil } from '../wait-until.ts';
import { removeDeadline } from './without-deadline.ts';

function withClock(search: string): Record<string, string> {
  const preloaded = new URL('./clock-ahead.ts', import.meta.url);
  preloaded.search = search;
  return { NODE_OPTIONS: `--import=${preloaded.href}` };
}

/** Setting of a product whose clock can be set forward in steps. @param steps how far it is ahead at the start */
export function steppingClock(minutes: number, steps = 0): Record<string, string> {
  return withClock(`minutes=${minutes}&steps=${steps}`);
}

/** Setting of a product whose clock can be set forward by hours. */
export const movableClock = steppingClock(60);

/**
 * Setting of a product whose clock is stopped. However long the test takes, the API's minute does not end, and the
 * product reads the list only once. It waits for upstream without a deadline, because it would never try again.
 */
export const stoppedProductClock = removeDeadline(withClock('stopped'));

/** Sets the product's clock forward by one step. */
async function advanceOneStep(product: Product): Promise<void> {
  const steps = () => product.logs().split('clock ahead: ').length;
  const done = steps();
  product.signal('SIGUSR2');
  await waitUntil(steps, (count) => count === done + 1, 'the clock of the product is set forward');
}

/** Sets the clocks of the product and of the page forward. Each timer of the page that becomes due fires once. */
export async function advanceHours(hours: number, product: Product, page?: Page): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) await advanceOneStep(product);
  await page?.clock.fastForward(hours * 3_600_000);
}
