import { expect, type Page } from '@playwright/test';
import type { Product } from '../products/product.ts';
import { patient } from './without-deadline.ts';

function withClock(search: string): Record<string, string> {
  const preloaded = new URL('./clock-ahead.ts', import.meta.url);
  preloaded.search = search;
  return { NODE_OPTIONS: `--import=${preloaded.href}` };
}

/** Setting of a product whose clock can be set forward in steps. @param steps by which it is ahead from the start */
export function steppingClock(minutes: number, steps = 0): Record<string, string> {
  return withClock(`minutes=${minutes}&steps=${steps}`);
}

/** Setting of a product whose clock can be set forward by hours. */
export const movableClock = steppingClock(60);

/**
 * Setting of a product whose clock is stopped: for it the minute of the API does not end, what it has read stays new, and it
 * reads the list once, however long the test takes. It waits for upstream without a deadline, because it never tries again.
 */
export const stoppedProductClock = patient(withClock('stopped'));

/** Sets the product's clock forward by one step. */
export async function advanceOneStep(product: Product): Promise<void> {
  const done = product.logs().split('clock ahead: ').length;
  product.signal('SIGUSR2');
  await expect.poll(() => product.logs().split('clock ahead: ').length).toBe(done + 1);
}

/** Sets the product's clock forward, and the page's, whose timers that become due meanwhile fire once. */
export async function advanceHours(hours: number, product: Product, page?: Page): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) await advanceOneStep(product);
  await page?.clock.fastForward(hours * 3_600_000);
}
