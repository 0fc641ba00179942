import { expect, type Page } from '@playwright/test';
import type { Product } from '../products/product.ts';

/** Setting of a product whose clock can be set forward in steps. @param steps by which it is ahead from the start */
export function steppingClock(minutes: number, steps = 0): Record<string, string> {
  const preloaded = new URL('./clock-ahead.ts', import.meta.url);
  preloaded.search = `minutes=${minutes}&steps=${steps}`;
  return { NODE_OPTIONS: `--import=${preloaded.href}` };
}

/** Setting of a product whose clock can be set forward by hours. */
export const movableClock = steppingClock(60);

/** Sets the product's clock forward by one step. */
export async function stepLater(product: Product): Promise<void> {
  const done = product.logs().split('clock ahead: ').length;
  product.signal('SIGUSR2');
  await expect.poll(() => product.logs().split('clock ahead: ').length).toBe(done + 1);
}

/** Sets the product's clock forward, and the page's, whose timers that become due meanwhile fire once. */
export async function hoursLater(hours: number, product: Product, page?: Page): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) await stepLater(product);
  await page?.clock.fastForward(hours * 3_600_000);
}
