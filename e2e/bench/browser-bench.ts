/**
 * What a person feels: the built product in a Chromium on this machine, with 1,000 and 10,000 monitors. Needs a build
 * (`npm run build`). Times are taken within the page.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { projectRoot, type RunningServer } from '../support/server-process.ts';
import { type FirstRows, openFirstRows } from './browser/first-rows.ts';
import { describeBrowser, load, openChromium } from './browser/pages.ts';
import { servePlainPage } from './browser/plain-page.ts';
import { watchRefreshes } from './browser/refreshes.ts';
import { inUnit, printAtMost, printFigure } from './browser/report.ts';
import { searchDebounce, typeSearches } from './browser/search.ts';
import { weigh } from './browser/weight.ts';
import { median, quantile } from './quantiles.ts';
import { startProduct } from './stack.ts';

const ROUNDS = 9;
const UPDATES = 60;
/** One snapshot for the whole measurement. */
const REFRESH_S = 3600;
const KB = 1000;
const MB = 1_000_000;

/** A built product to measure, and what its searches are to keep within, milliseconds. */
interface Target {
  monitors: string;
  origin: string;
  search: number;
}

async function benchFirstRows(browser: Browser, small: Target, large: Target, plainUrl: string) {
  const taken: { plain: FirstRows; small: FirstRows; large: FirstRows }[] = [];
  // The first round warms up the servers and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = {
      plain: await openFirstRows(browser, plainUrl, false),
      small: await openFirstRows(browser, `${small.origin}/monitors`, true),
      large: await openFirstRows(browser, `${large.origin}/monitors`, true),
    };
    if (round > 0) taken.push(one);
  }
  const middle = (of: (round: (typeof taken)[number]) => number) => median(taken.map(of));
  console.log(
    `\n  Navigation, medians of ${ROUNDS} alternating rounds, each in a fresh context with no cache`,
  );
  printFigure(
    'plain page of 25 rows: painted',
    inUnit(
      middle(({ plain }) => plain.painted),
      'ms',
    ),
  );
  printAtMost(
    '1,000 monitors: first 25 rows painted',
    middle((all) => all.small.painted),
    600,
    'ms',
  );
  printFigure(
    '  × the plain page',
    inUnit(
      middle((all) => all.small.painted / all.plain.painted),
      '',
    ),
  );
  printFigure(
    '  and React has taken the page over',
    inUnit(
      middle((all) => all.small.live ?? 0),
      'ms',
    ),
  );
  printFigure(
    '10,000 monitors: first 25 rows painted',
    inUnit(
      middle((all) => all.large.painted),
      'ms',
    ),
  );
  printAtMost(
    '  × 1,000 monitors',
    middle((all) => all.large.painted / all.small.painted),
    1.2,
    '',
  );
  printFigure(
    '  and React has taken the page over',
    inUnit(
      middle((all) => all.large.live ?? 0),
      'ms',
    ),
  );
}

async function benchSearch(browser: Browser, { monitors, origin, search }: Target) {
  const { all, first, work } = await typeSearches(browser, origin);
  const debounce = searchDebounce();
  const beyond = (times: readonly number[], share: number) => quantile(times, share) - debounce;
  console.log(
    `\n  Key to new rows painted, ${monitors} monitors, ${all.length} keys, beyond the ${debounce} ms it waits`,
  );
  printAtMost('median', beyond(all, 0.5), search, 'ms');
  printFigure('quickest quarter', inUnit(beyond(all, 0.25), 'ms'));
  printFigure('p95', inUnit(beyond(all, 0.95), 'ms'));
  printFigure(`first key of a page (${first.length}), median`, inUnit(beyond(first, 0.5), 'ms'));
  printFigure('work of the main thread a key, median', inUnit(quantile(work, 0.5), 'ms'));
}

async function benchWeight(browser: Browser, { monitors, origin }: Target) {
  const { all, scripts, requests, heap, nodes } = await weigh(browser, `${origin}/monitors`);
  console.log(`\n  Weight of the list, ${monitors} monitors, until nothing more is loaded`);
  printAtMost('everything, transferred', all.transferred / KB, 300, 'kB');
  printFigure('everything, if texts came as gzip -9', inUnit(all.gzip / KB, 'kB'));
  printFigure('requests', inUnit(requests, ''));
  printFigure('JavaScript, transferred', inUnit(scripts.transferred / KB, 'kB'));
  printAtMost('JavaScript, if it came as gzip -9', scripts.gzip / KB, 180, 'kB');
  printAtMost('JavaScript heap after collection', heap / MB, 25, 'MB');
  printAtMost('DOM nodes', nodes, 2000, '');
}

async function benchRefreshes(browser: Browser, { monitors, origin }: Target) {
  const { shift, moved, longTasks } = await watchRefreshes(browser, origin, UPDATES);
  console.log(`\n  ${UPDATES} refreshes of 100 rows of ${monitors} monitors, 100 times as fast as in life`);
  printAtMost('layout shift', shift, 0, '');
  for (const what of new Set(moved)) console.log(`    moved: ${what.slice(0, 200)}`);
  printFigure('tasks over 50 ms', longTasks.length === 0 ? 'none' : longTasks.join(', '));
}

/** Prints figures, their goals and whether they are met. */
export async function benchBrowser(): Promise<void> {
  if (!existsSync(join(projectRoot, '.next/BUILD_ID'))) {
    console.error('\nBrowser: there is no build to measure yet: run "npm run build" first.');
    process.exitCode = 1;
    return;
  }
  const running: RunningServer[] = [];
  const browser = await openChromium();
  const plain = await servePlainPage();
  try {
    const small = {
      monitors: '1,000',
      origin: await startProduct(running, { monitors: 1000, refreshMinS: REFRESH_S }),
      search: 60,
    };
    const large = {
      monitors: '10,000',
      origin: await startProduct(running, { monitors: 10_000, refreshMinS: REFRESH_S }),
      search: 80,
    };
    console.log(`\nBrowser: ${describeBrowser(browser)}`);
    await benchFirstRows(browser, small, large, plain.url);
    for (const target of [small, large]) await benchSearch(browser, target);
    for (const target of [small, large]) await benchWeight(browser, target);
    await benchRefreshes(browser, small);
    console.log(
      `  Load ${load()} in the end. Other work moves the times; ratios within a round and processor time move less.`,
    );
  } finally {
    await browser.close();
    await plain.close();
    await Promise.all(running.map((one) => one.stop()));
  }
}
