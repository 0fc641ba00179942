import { expect, type Page } from '@playwright/test';
import { requestRefresh } from '../http/read.ts';

/** Setting of a product that reads upstream as often as a viewer requests it. */
export const readsOnRequest = { SIGHTLINE_REFRESH_MIN_SECONDS: '1' };

/**
 * Lets a test set the time of a page forward, which must not be open yet. Its requests then take as long as they need: the clock
 * would abort those in flight, which on a slow machine can be all of them.
 */
export async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const withoutTimeout = class extends AbortSignal {
      static override timeout = () => new AbortController().signal;
    };
    // Frozen, so that a clock that is installed after it fails.
    Object.assign(window, { AbortSignal: Object.freeze(withoutTimeout) });
  });
}

/**
 * Stops the time of a page, which then passes only where the test lets it. Playwright stops it at a moment of the future,
 * and fails when this moment is over on a slow machine: the next attempt finds it stopped.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000))).toPass();
}

/** For one attempt of several: the next one polls again. */
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
