import { expect, type Page } from '@playwright/test';

/** A path that only this file requests. */
const PROBE = '/intercepted';

/**
 * Intercepts requests of an open page from now on. `page.route` alone returns before Chromium has passed the change
 * to the document. A request right after it can then reach the server, and no event reports it. So this function
 * sends a request of its own and waits until it is intercepted. Before a document is opened, `page.route` is enough.
 */
export async function intercept(page: Page, ...[url, handler]: Parameters<Page['route']>): Promise<void> {
  await page.route(url, handler);
  await page.route(`**${PROBE}`, (route) => route.fulfill({ body: PROBE }));
  await expect.poll(() => page.evaluate(async (path) => (await fetch(path)).text(), PROBE)).toBe(PROBE);
  await page.unroute(`**${PROBE}`);
}
