import type { Page } from '@playwright/test';

/** Opens an address and waits until React has taken the page over. */
export async function openLive(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // A time's exact moment in the local zone is known only in the browser, so it appears then.
  await page.locator('time[title*=" local, "]').first().waitFor({ state: 'attached' });
}

/** The same, and until the page has loaded what it wants besides. */
export async function openIdle(page: Page, url: string): Promise<void> {
  await openLive(page, url);
  await page.waitForLoadState('networkidle');
}
