import { availableParallelism, loadavg } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import { openHydrated } from '../../support/browser/screen.ts';
import { findChromium, launchArguments } from '../../support/runner/chromium.ts';

/** Tall enough that all 25 rows are visible, CSS pixels. */
const viewport = { width: 1440, height: 1200 };

/** Starts a headless Chromium. @throws Error when none is found or can be installed */
export async function openChromium(): Promise<Browser> {
  const found = await findChromium(console.log);
  if (found === null) throw new Error('There is no browser.');
  return chromium.launch({
    ...(found.path === undefined ? {} : { executablePath: found.path }),
    args: launchArguments,
  });
}

/** The machine's load average of the last minute; above the number of cores, processes wait for each other. */
export function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}

/** Describes the browser and the machine, for the head of the table. */
export function describeBrowser(browser: Browser): string {
  return `Chromium ${browser.version()}, ${viewport.width} × ${viewport.height}, ${availableParallelism()} cores, load ${load()}`;
}

/** Calls a function with a page of a new browser context, whose cache and storage are empty. */
export async function inFreshPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Opens a URL, and waits until React has hydrated the page and it loads nothing more. */
export async function openIdle(page: Page, url: string): Promise<void> {
  await openHydrated(page, url);
  await page.waitForLoadState('networkidle');
}
