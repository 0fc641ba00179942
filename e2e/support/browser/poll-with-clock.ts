import { expect, type Page } from '@playwright/test';
import { requestRefresh } from '../http/read.ts';

/** Setting of a product that reads upstream as often as a viewer requests it. */
export const readsOnRequest = { SIGHTLINE_REFRESH_MIN_SECONDS: '1' };

/**
 * Lets a test set a page's clock forward. Call it before the page is opened. It also removes the timeouts of the
 * page's requests: otherwise the clock would abort all requests in flight.
 */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const withoutTimeout = class extends AbortSignal {
      static override timeout = () => new AbortController().signal;
    };
    // Frozen, so that a later attempt to install a clock fails.
    Object.assign(window, { AbortSignal: Object.freeze(withoutTimeout) });
  });
}

/**
 * Stops a page's clock, which the test then sets forward. Playwright stops it at a moment in the future. On a slow
 * machine this moment may already be over, and Playwright fails; then the function tries again.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000))).toPass();
}

/** A short timeout for one of several attempts. */
const soon = expect.configure({ timeout: 2_000 });

/**
 * Retries an expectation while minutes of the page's time pass quickly: another viewer requests fresh data every
 * second, and the page's clock (`installClock`) is set forward beyond its next poll.
 *
 * @param holds makes its expectations with `soon`, so that a failed attempt ends early
 */
export async function pollWithClock(
  product: { url: string },
  page: Page,
  holds: (expectSoon: typeof soon) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await requestRefresh(product);
    await page.clock.fastForward(30_000);
    await holds(soon);
  }).toPass({ intervals: [100, 250] });
}
