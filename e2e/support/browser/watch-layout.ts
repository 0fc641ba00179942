import type { Page } from '@playwright/test';

declare global {
  interface Window {
    watched?: { shift: number; moved: string[]; longTasks: number[] };
  }
}

/** Observations since `watchLayout`. */
export interface Watched {
  /** Sum of the scores of all layout shifts. */
  shift: number;
  /** The HTML or text of the nodes that moved. */
  moved: string[];
  /** Duration of each task longer than 50 ms, milliseconds. */
  longTasks: number[];
}

/** Starts observing layout shifts and long tasks. */
export async function watchLayout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Two frames later, earlier actions such as a scroll have been painted.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const watched: Watched = { shift: 0, moved: [], longTasks: [] };
    window.watched = watched;
    const textOf = (node: unknown) =>
      node instanceof Element ? node.outerHTML : node instanceof Node ? node.textContent : null;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue;
        watched.shift += Number(entry.value);
        for (const { node } of entry.sources) watched.moved.push(textOf(node) ?? 'something that is gone');
      }
    }).observe({ type: 'layout-shift' });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
}

export async function readWatched(page: Page): Promise<Watched> {
  return await page.evaluate(() => {
    if (!window.watched) throw new Error('watchLayout was not called');
    return window.watched;
  });
}
