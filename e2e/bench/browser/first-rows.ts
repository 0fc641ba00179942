import type { Browser } from '@playwright/test';
import { inFreshPage } from './pages.ts';

const ROWS = 25;
const PAINTED = 'rows painted';
const LIVE = 'page is live';

/** Milliseconds from the start of the navigation. */
export interface FirstRows {
  /** The frame with the 25 rows has been painted. */
  painted: number;
  /** React has taken the page over: what is pressed now has an effect. Null in a page without scripts. */
  live: number | null;
}

/**
 * Runs in the page, before anything of its own, and leaves its times as performance marks. Time is taken when the
 * first task after the frame runs: then the frame is painted.
 */
function watch({ rows, painted, live }: { rows: number; painted: string; live: string }): void {
  const marked = (name: string) => performance.getEntriesByName(name).length > 0;
  const afterFrame = (name: string) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (!marked(name)) performance.mark(name);
    };
    port2.postMessage(null);
  };
  const look = () => {
    const last = document.querySelectorAll('tbody tr').item(rows - 1);
    if (!marked(painted) && last?.getBoundingClientRect().height > 0) afterFrame(painted);
    // A time's exact moment in the local zone is known only in the browser, so it appears when React has taken over.
    if (!marked(live) && document.querySelector('time[title*=" local, "]')) afterFrame(live);
    if (!marked(painted) || !marked(live)) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page: when the mark was or will be set. */
function markedAt(name: string): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName(name)) resolve(entry.startTime);
    }).observe({ type: 'mark', buffered: true });
  });
}

/** Opens an address with an empty cache. @param hasScripts whether React is to be waited for */
export function openFirstRows(browser: Browser, url: string, hasScripts: boolean): Promise<FirstRows> {
  return inFreshPage(browser, async (page) => {
    await page.addInitScript(watch, { rows: ROWS, painted: PAINTED, live: LIVE });
    await page.goto(url, { waitUntil: 'commit' });
    const painted = await page.evaluate(markedAt, PAINTED);
    return { painted, live: hasScripts ? await page.evaluate(markedAt, LIVE) : null };
  });
}
