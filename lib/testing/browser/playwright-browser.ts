import { createRequire } from 'node:module';
import { chromium } from '@playwright/test';
import type { PlaywrightBrowser } from './find-chromium.ts';

/** The path of Playwright's own command line, to be run with this process's Node. */
export const playwrightCli = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Playwright's Chromium. Its headless shell is left out: the tests run the browser that people use. */
export const playwrightBrowser: PlaywrightBrowser = {
  executable: chromium.executablePath(),
  download: [process.execPath, playwrightCli, 'install', '--no-shell', 'chromium'],
};
