/** How old a list may be without saying why. */
export interface ListLimit {
  /** The product reads its list in this interval as of this moment, epoch ms. */
  inForce(intervalMs: number, at: number): void;
  /** The limit at a moment, milliseconds. */
  at(moment: number): number;
}

/**
 * A list may be so much older than the interval: waiting for the rest of a minute's window is part of reading
 * (refresher.ts), and so are deadlines and retries.
 */
export const SLACK_MS = 65_000 + 20_000;

/**
 * The limit follows the interval that is in force. A longer one counts on for as long as the reading takes that the
 * change to a shorter one begins.
 */
export function createListLimit(): ListLimit {
  let current = 0;
  let earlier: { intervalMs: number; until: number }[] = [];
  const counts = (moment: number) => earlier.filter(({ until }) => moment - until < SLACK_MS);
  return {
    inForce(intervalMs, at) {
      if (intervalMs === current) return;
      earlier = [...counts(at), { intervalMs: current, until: at }];
      current = intervalMs;
    },
    at: (moment) => Math.max(current, ...counts(moment).map(({ intervalMs }) => intervalMs)) + SLACK_MS,
  };
}
