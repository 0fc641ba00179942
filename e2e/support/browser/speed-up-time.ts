import type { Page } from '@playwright/test';

/**
 * Speeds up the timers and clocks of a page that is opened afterwards, so that a test sees an hour of refreshes in
 * seconds. Frames, responses and layout keep their real speed.
 *
 * @param pace seconds of the page for each real second
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
