import { expect, type Page } from '@playwright/test';
import { requestRefresh } from './read.ts';

/** Setting of a product that reads upstream as often as a viewer requests it. */
export const readsOnRequest = { SIGHTLINE_REFRESH_MIN_SECONDS: '1' };

/**
 * Retries an expectation while minutes of the page's time pass quickly: another viewer requests fresh data every
 * second, and the page's clock (`page.clock.install()` before it is opened) is set forward beyond its next poll.
 */
export async function pollWithClock(
  product: { url: string },
  page: Page,
  holds: () => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await requestRefresh(product);
    await page.clock.fastForward(30_000);
    await holds();
  }).toPass({ intervals: [100, 250], timeout: 40_000 });
}
