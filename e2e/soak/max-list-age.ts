/** Maximum age of a list that is not reported as stale. */
export interface ListLimit {
  /** Sets the product's refresh interval. @param at the time (epoch ms) from which it applies */
  setInEffect(intervalMs: number, at: number): void;
  /** Returns the limit in milliseconds. @param moment epoch ms */
  at(moment: number): number;
}

/**
 * A list may be this much older than the interval, milliseconds: a crawl may wait for the end of a minute's window
 * (refresher.ts), and for deadlines and retries.
 */
export const SLACK_MS = 65_000 + 20_000;

/**
 * The limit follows the refresh interval. After a change to a shorter one, the longer one still applies until the next
 * crawl has finished.
 */
export function createListLimit(): ListLimit {
  let current = 0;
  let earlier: { intervalMs: number; until: number }[] = [];
  const stillCounted = (moment: number) => earlier.filter(({ until }) => moment - until < SLACK_MS);
  return {
    setInEffect(intervalMs, at) {
      if (intervalMs === current) return;
      earlier = [...stillCounted(at), { intervalMs: current, until: at }];
      current = intervalMs;
    },
    at: (moment) => Math.max(current, ...stillCounted(moment).map(({ intervalMs }) => intervalMs)) + SLACK_MS,
  };
}
