import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';

/** Setting of a product whose clock can be set forward. */
export const movableClock = {
  NODE_OPTIONS: `--import=${new URL('./clock-ahead.ts', import.meta.url).href}`,
};

/** Sets the product's clock forward, and the page's, whose timers that become due meanwhile fire once. */
export async function hoursLater(hours: number, product: Product, page?: Page): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    const done = product.logs().split('clock ahead: ').length;
    product.signal('SIGUSR2');
    await expect.poll(() => product.logs().split('clock ahead: ').length).toBe(done + 1);
  }
  await page?.clock.fastForward(hours * 3_600_000);
}
