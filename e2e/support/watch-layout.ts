import type { Page } from '@playwright/test';

declare global {
  interface Window {
    watched?: { shift: number; moved: string[]; longTasks: number[] };
  }
}

/** What the page has done since the watch began. */
export interface Watched {
  /** Sum of all layout shifts, as browsers count them. */
  shift: number;
  /** What moved. */
  moved: string[];
  /** Milliseconds of each task longer than 50 ms. */
  longTasks: number[];
}

/** Watches from now on what moves by itself, and how long the page does not answer. */
export async function watchLayout(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What was done just before, a scroll say, is still to be painted: two frames later it has been.
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
