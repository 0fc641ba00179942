import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';
import { setPreferences } from '../../support/browser/preferences.ts';
import { inFreshPage, openIdle } from './pages.ts';

const responseSchema = z.object({ data: z.array(z.object({ monitor_uuid: z.string() })) });

/** Words of the generated names. Each is typed into a new page. */
const words = ['backup', 'portal', 'database', 'feature', 'gateway', 'directory', 'building', 'partners'];

async function firstPage(origin: string, q: string): Promise<string> {
  const query = new URLSearchParams({ q, sort: 'attention', per_page: '25' });
  const response = await fetch(`${origin}/api/monitors?${query}`);
  return responseSchema
    .parse(await response.json())
    .data.map((row) => row.monitor_uuid)
    .join();
}

/** The longest prefix of a word in which each letter changes the rows; without a change nothing would be painted. */
async function distinguishingPrefix(origin: string, word: string): Promise<string> {
  let before = await firstPage(origin, '');
  for (let length = 1; length <= word.length; length += 1) {
    const now = await firstPage(origin, word.slice(0, length));
    if (now === before || now === '') return word.slice(0, length - 1);
    before = now;
  }
  return word;
}

/**
 * Runs in the page. Measures the time from the next key event to the first task after the frame with other rows. Mere
 * highlighting in the present rows does not count.
 */
function measureNextKey(name: string): void {
  const rows = () =>
    Array.from(document.querySelectorAll('tbody tr a'), (link) =>
      link instanceof HTMLAnchorElement ? link.pathname : '',
    ).join();
  const before = rows();
  let pressed = 0;
  addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (pressed === 0 || rows() === before) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        performance.measure(name, { start: pressed, end: performance.now() });
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
}

/** Runs in the page. Resolves to the duration of a measure once the page is idle. */
function durationOf(name: string): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntriesByName(name)) requestIdleCallback(() => resolve(duration));
    }).observe({ type: 'measure', buffered: true });
  });
}

async function press(page: Page, letter: string, name: string): Promise<number> {
  await page.evaluate(measureNextKey, name);
  await page.keyboard.press(letter);
  return page.evaluate(durationOf, name);
}

/** The durations of searches, one for each key, milliseconds. */
export interface SearchTimes {
  /** From key to paint, including the debounce. */
  all: number[];
  /** The same for the first key of each page; also included in `all`. */
  first: number[];
  /** Processor time of the page's main thread, which does not depend on other work of the machine. */
  work: number[];
}

/** Returns a function that reads the main thread's processor time since the page was created, milliseconds. */
async function measureWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

/** Types words that have results, each into a new page. */
export async function typeSearches(browser: Browser, origin: string): Promise<SearchTimes> {
  const all: number[] = [];
  const first: number[] = [];
  const work: number[] = [];
  for (const word of words) {
    const letters = [...(await distinguishingPrefix(origin, word))];
    const times = await inFreshPage(browser, async (page) => {
      await setPreferences(page.context(), { isPaused: true });
      await openIdle(page, `${origin}/monitors`);
      await page.getByRole('combobox', { name: 'Search monitors' }).focus();
      const workSoFar = await measureWork(page);
      const each: number[] = [];
      for (const letter of letters) {
        const before = await workSoFar();
        each.push(await press(page, letter, `key ${each.length}`));
        work.push((await workSoFar()) - before);
      }
      return each;
    });
    all.push(...times);
    first.push(...times.slice(0, 1));
  }
  return { all, first, work };
}
