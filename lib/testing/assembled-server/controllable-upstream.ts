import { UPSTREAM_DEADLINE_MS } from '../../contract/limits.ts';
import type { Clock } from '../../server/clock.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import type { UpstreamClient, UpstreamResult } from '../../server/upstream/client.ts';
import type { WirePage } from '../../server/upstream/schema.ts';

/** An upstream whose failures and delays the test controls. */
export interface ControllableUpstream {
  client: UpstreamClient;
  /** Makes every attempt fail in this way; null ends that. */
  fail(failure: UpstreamFailure | null): void;
  /** Makes every attempt at this page of the list fail in this way, after upstream has counted it; null ends that. */
  failPage(page: number, failure: UpstreamFailure | null): void;
  /** Makes every attempt at a single monitor fail in this way; null ends that. */
  failDetails(failure: UpstreamFailure | null): void;
  /** Delays every response, milliseconds; beyond the client's deadline the attempt fails like the real client's. */
  delay(milliseconds: number): void;
  /** Makes the rows of this monitor violate the spec. */
  corruptRow(uuid: string): void;
  /** The monotonic time of each attempt, successful or not, milliseconds. */
  attempts: readonly number[];
}

/** The duration of a failed attempt, such as a refused connection. */
const FAILS_AFTER_MS = 5;

export function controllable(inner: UpstreamClient, clock: Clock): ControllableUpstream {
  let failure: UpstreamFailure | null = null;
  let detailFailure: UpstreamFailure | null = null;
  let delayMs = 0;
  const pages = new Map<number, UpstreamFailure>();
  const malformed = new Set<string>();
  const attempts: number[] = [];

  /** Only the counter of a response says that the day is used up (response-failure.ts). */
  const usageOf = ({ code }: UpstreamFailure) =>
    code === 'daily_quota_exhausted' ? { dailyLimit: 5000, dailyRemaining: 0 } : {};
  const failed = (injected: UpstreamFailure) =>
    ({ ok: false, failure: injected, usage: usageOf(injected), date: null }) as const;

  const pass = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });

  async function attempt<T>(run: () => Promise<UpstreamResult<T>>): Promise<UpstreamResult<T>> {
    attempts.push(clock.monotonic());
    const injected = failure;
    if (injected !== null) {
      await pass(FAILS_AFTER_MS);
      return failed(injected);
    }
    if (delayMs === 0) return run();
    await pass(Math.min(delayMs, UPSTREAM_DEADLINE_MS));
    return delayMs < UPSTREAM_DEADLINE_MS ? run() : failed({ code: 'upstream_timeout' });
  }

  /** The page as the client parses it when some rows are malformed. */
  function withoutMalformed(page: WirePage): WirePage {
    const monitors = page.monitors.filter(({ monitor_uuid }) => !malformed.has(monitor_uuid));
    return { ...page, monitors, dropped: page.dropped + page.monitors.length - monitors.length };
  }

  return {
    client: {
      listMonitors: async (query) => {
        const answer = await attempt(() => inner.listMonitors(query));
        const injected = pages.get(query.page);
        if (injected !== undefined) return failed(injected);
        return answer.ok ? { ...answer, value: withoutMalformed(answer.value) } : answer;
      },
      getMonitor: (uuid) => {
        const injected = detailFailure;
        return attempt(async () => (injected === null ? inner.getMonitor(uuid) : failed(injected)));
      },
      close: () => inner.close(),
    },
    fail(next) {
      failure = next;
    },
    failPage(page, next) {
      if (next === null) pages.delete(page);
      else pages.set(page, next);
    },
    failDetails(next) {
      detailFailure = next;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    corruptRow(uuid) {
      malformed.add(uuid);
    },
    attempts,
  };
}
