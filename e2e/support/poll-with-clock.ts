import { expect, type Page } from '@playwright/test';
import { requestRefresh } from './read.ts';

/** Setting of a product that reads upstream as often as somebody asks it to. */
export const readsOnRequest = { SIGHTLINE_REFRESH_MIN_SECONDS: '1' };

/**
 * Lets minutes of a page pass in moments until something holds: somebody else asks for fresh data every second, and the
 * page's clock (`page.clock.install()` before it is opened) is put forward past its next request.
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
