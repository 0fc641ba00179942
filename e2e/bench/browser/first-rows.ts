import type { Browser } from '@playwright/test';
import { inFreshPage } from './pages.ts';

const ROWS = 25;
const PAINTED = 'rows painted';
const LIVE = 'page is live';

/** Milliseconds from the start of the navigation. */
export interface FirstRows {
  /** When the frame with the 25 rows has been painted. */
  painted: number;
  /** When React has hydrated the page, so that clicks have an effect. */
  live: number;
}

/**
 * Runs in the page before its own scripts, and sets performance marks. Each mark is set in the first task after the
 * frame, because then the frame has been painted.
 */
function observe({ rows, painted, live }: { rows: number; painted: string; live: string }): void {
  const marked = (name: string) => performance.getEntriesByName(name).length > 0;
  const afterFrame = (name: string) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (!marked(name)) performance.mark(name);
    };
    port2.postMessage(null);
  };
  const check = () => {
    const last = document.querySelectorAll('tbody tr').item(rows - 1);
    if (!marked(painted) && last?.getBoundingClientRect().height > 0) afterFrame(painted);
    // The tooltip with the local time appears after hydration, because only the browser knows the zone.
    if (!marked(live) && document.querySelector('time[title*=" local"]')) afterFrame(live);
    if (!marked(painted) || !marked(live)) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** Runs in the page. Resolves to the time of the mark, waiting for it if needed. */
function markedAt(name: string): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName(name)) resolve(entry.startTime);
    }).observe({ type: 'mark', buffered: true });
  });
}

/** Opens a URL with an empty cache. */
export function openFirstRows(browser: Browser, url: string): Promise<FirstRows> {
  return inFreshPage(browser, async (page) => {
    await page.addInitScript(observe, { rows: ROWS, painted: PAINTED, live: LIVE });
    await page.goto(url, { waitUntil: 'commit' });
    const painted = await page.evaluate(markedAt, PAINTED);
    return { painted, live: await page.evaluate(markedAt, LIVE) };
  });
}
