import type { Page, Route } from '@playwright/test';

interface SampleOfDay {
  at: string;
  daily_remaining: number;
  monthly_remaining: number;
  after_gap: boolean;
}

/** Intercepts /api/usage and replaces the history by one of several hours. */
export async function withHistory(
  page: Page,
  change: (now: number) => unknown[],
  more: (now: number) => object = () => ({}),
): Promise<void> {
  await page.route('**/api/usage', async (route: Route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const now = Date.now();
    await route.fulfill({ response, json: { data: { ...data, ...more(now), history: change(now) } } });
  });
}

/**
 * Creates the history of a working day, one sample in ten minutes. @param left the daily requests that remain of 5,000
 */
export function dayWithRemaining(left: number): (now: number) => SampleOfDay[] {
  const samples = 90;
  return (now) =>
    Array.from({ length: samples }, (_, index) => {
      const share = (index / (samples - 1)) ** 1.6;
      return {
        at: new Date(now - (samples - 1 - index) * 600_000).toISOString(),
        daily_remaining: Math.round(5000 - (5000 - left) * share),
        monthly_remaining: 97_000 - index * 40,
        after_gap: false,
      };
    });
}
