import type { Page } from '@playwright/test';

/** Opens a URL and waits until React has hydrated the page. */
export async function openHydrated(page: Page, url: string): Promise<void> {
  await page.goto(url);
  // The tooltip with the local time appears after hydration, because only the browser knows the zone.
  await page.locator('time[title*=" local, "]').first().waitFor({ state: 'attached' });
}

/** Like `openHydrated`, and also waits until the page loads nothing more. */
export async function openIdle(page: Page, url: string): Promise<void> {
  await openHydrated(page, url);
  await page.waitForLoadState('networkidle');
}
