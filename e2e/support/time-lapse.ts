import type { Page } from '@playwright/test';

/**
 * Lets time pass faster in a page that is opened after this: its timers and clocks, and nothing else. Frames, answers
 * and layout stay real, so that an hour of refreshing can be watched in seconds.
 *
 * @param pace how many seconds of the page pass in one
 */
export async function speedUpTime(page: Page, pace: number): Promise<void> {
  await page.addInitScript((times) => {
    type Timer = (run: () => void, ms: number) => unknown;
    const later: Timer = window.setTimeout.bind(window);
    const again: Timer = window.setInterval.bind(window);
    const perf = performance.now.bind(performance);
    const began = Date.now();
    performance.now = () => perf() * times;
    Date.now = () => began + perf() * times;
    const quicken =
      (timer: Timer) =>
      (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        timer(() => run(...args), ms / times);
    Object.assign(window, { setTimeout: quicken(later), setInterval: quicken(again) });
  }, pace);
}
