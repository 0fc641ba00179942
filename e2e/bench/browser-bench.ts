/**
 * Measures what a user experiences: the built product in a Chromium on this machine, with 1,000, 10,000 and 100,000
 * monitors. Needs a build (`npm run build`). Times are measured within the page.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { SEARCH_DEBOUNCE_MS } from '../../lib/client/monitors-url.ts';
import { projectRoot, type RunningServer } from '../support/products/server-process.ts';
import { type FirstRows, openFirstRows } from './browser/first-rows.ts';
import { measureWeight } from './browser/page-weight.ts';
import { describeBrowser, load, openChromium } from './browser/pages.ts';
import { typeSearches } from './browser/search.ts';
import { inUnit, median, printAtMost, printFigure, quantile } from './figures.ts';
import { startProduct } from './start-product.ts';

const ROUNDS = 9;
/** Goal for the first rows after the navigation, milliseconds. */
const FIRST_ROWS_MS = 400;
/** Goal for the end of hydration, milliseconds. */
const LIVE_MS = 600;
/** Long enough that the measurement uses one snapshot. */
const REFRESH_S = 3600;
const KB = 1000;
const MB = 1_000_000;

/** A product to measure. */
interface Target {
  monitors: string;
  /** The goal for its searches, milliseconds. */
  searchMs: number;
  origin: string;
}

/** The others are compared with the first. */
const sizes = [
  { count: 1000, searchMs: 60 },
  { count: 10_000, searchMs: 80 },
  { count: 100_000, searchMs: 200 },
];

async function benchFirstRows(browser: Browser, targets: readonly Target[]) {
  const rounds: FirstRows[][] = [];
  // The first round only warms up the servers.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const opened: FirstRows[] = [];
    for (const { origin } of targets) opened.push(await openFirstRows(browser, `${origin}/monitors`));
    if (round > 0) rounds.push(opened);
  }
  console.log(
    `\n  Navigation, medians of ${ROUNDS} alternating rounds, each in a fresh context with no cache`,
  );
  for (const [index, { monitors }] of targets.entries()) {
    const own = rounds.map((opened) => opened[index] ?? { painted: Number.NaN, live: Number.NaN });
    const name = `${monitors} monitors: first 25 rows painted`;
    const painted = median(own.map((one) => one.painted));
    if (index === 0) printAtMost(name, painted, FIRST_ROWS_MS, 'ms');
    else {
      printFigure(name, inUnit(painted, 'ms'));
      const ratio = median(
        own.map((one, round) => one.painted / (rounds[round]?.[0]?.painted ?? Number.NaN)),
      );
      printAtMost(`  × ${targets[0]?.monitors} monitors`, ratio, 1.2, '');
    }
    const live = median(own.map((one) => one.live));
    printAtMost('  and React has taken the page over', live, LIVE_MS, 'ms');
  }
}

async function benchSearch(browser: Browser, { monitors, origin, searchMs }: Target) {
  const { all, first, work } = await typeSearches(browser, origin);
  const debounce = SEARCH_DEBOUNCE_MS;
  const beyond = (times: readonly number[], share: number) => quantile(times, share) - debounce;
  console.log(
    `\n  Key to new rows painted, ${monitors} monitors, ${all.length} keys, beyond the ${debounce} ms it waits`,
  );
  printAtMost('median', beyond(all, 0.5), searchMs, 'ms');
  printFigure('quickest quarter', inUnit(beyond(all, 0.25), 'ms'));
  printFigure('p95', inUnit(beyond(all, 0.95), 'ms'));
  printFigure(`first key of a page (${first.length}), median`, inUnit(beyond(first, 0.5), 'ms'));
  printFigure('work of the main thread a key, median', inUnit(quantile(work, 0.5), 'ms'));
}

async function benchWeight(browser: Browser, { monitors, origin }: Target) {
  const { all, scripts, requests, heap, nodes } = await measureWeight(browser, `${origin}/monitors`);
  console.log(`\n  Weight of the list, ${monitors} monitors, until nothing more is loaded`);
  printAtMost('everything, transferred', all.transferred / KB, 360, 'kB');
  printFigure('everything, if texts came as gzip -9', inUnit(all.gzip / KB, 'kB'));
  printFigure('requests', inUnit(requests, ''));
  printFigure('JavaScript, transferred', inUnit(scripts.transferred / KB, 'kB'));
  printAtMost('JavaScript, if it came as gzip -9', scripts.gzip / KB, 250, 'kB');
  printAtMost('JavaScript heap after collection', heap / MB, 25, 'MB');
  printAtMost('DOM nodes', nodes, 2000, '');
}

/** Prints the figures, their goals and whether they are met. */
export async function benchBrowser(): Promise<void> {
  if (!existsSync(join(projectRoot, '.next/BUILD_ID'))) {
    console.error('\nBrowser: there is no build to measure yet: run "npm run build" first.');
    process.exitCode = 1;
    return;
  }
  const running: RunningServer[] = [];
  const browser = await openChromium();
  try {
    const targets: Target[] = [];
    for (const { count, searchMs } of sizes) {
      const origin = await startProduct(running, { monitors: count, refreshMinS: REFRESH_S });
      targets.push({ monitors: inUnit(count, ''), searchMs, origin });
    }
    console.log(`\nBrowser: ${describeBrowser(browser)}`);
    await benchFirstRows(browser, targets);
    for (const target of targets) await benchSearch(browser, target);
    for (const target of targets) await benchWeight(browser, target);
    console.log(
      `  Load ${load()} in the end. Other work moves the times; ratios within a round and processor time move less.`,
    );
  } finally {
    await browser.close();
    await Promise.all(running.map((one) => one.stop()));
  }
}
