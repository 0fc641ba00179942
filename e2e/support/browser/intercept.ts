import { expect, type Page } from '@playwright/test';

/** A path that only this file requests. */
const PROBE = '/intercepted';

/**
 * Intercepts requests of an open page from now on. `page.route` alone returns before Chromium has passed the change to
 * the document: a request that a key causes right after it can reach the server, and no event reports it. So this waits
 * until a request of its own is intercepted. Before a document is opened, `page.route` is enough.
 */
export async function intercept(page: Page, ...[url, handler]: Parameters<Page['route']>): Promise<void> {
  await page.route(url, handler);
  await page.route(`**${PROBE}`, (route) => route.fulfill({ body: PROBE }));
  await expect.poll(() => page.evaluate(async (path) => (await fetch(path)).text(), PROBE)).toBe(PROBE);
  await page.unroute(`**${PROBE}`);
}
