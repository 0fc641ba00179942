import type { Clock } from '../../server/clock.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import type { UpstreamClient, UpstreamResult } from '../../server/upstream/client.ts';
import type { WirePage } from '../../server/upstream/schema.ts';

/** An upstream that can die and come back. */
export interface MortalUpstream {
  client: UpstreamClient;
  /** From now on every attempt fails so; null: none does. */
  fail(failure: UpstreamFailure | null): void;
  /** From now on every attempt at this page of the list is counted, and then fails so; null: none does. */
  failPage(page: number, failure: UpstreamFailure | null): void;
  /** From now on every attempt at one monitor is counted, and then fails so; null: none does. */
  failDetails(failure: UpstreamFailure | null): void;
  /** From now on every answer comes so much later, milliseconds; one that is too late fails as the client's does. */
  delay(milliseconds: number): void;
  /** From now on the rows of this monitor break the specification. */
  malform(uuid: string): void;
  /** When each attempt was made, good or not, by the clock's monotonic time, milliseconds. */
  attempts: readonly number[];
}

/** A refused connection is known at once, or nearly. */
const FAILS_AFTER_MS = 5;
/** The client's deadline. */
const DEADLINE_MS = 5000;

export function mortal(inner: UpstreamClient, clock: Clock): MortalUpstream {
  let failure: UpstreamFailure | null = null;
  let detailFailure: UpstreamFailure | null = null;
  let delayMs = 0;
  const pages = new Map<number, UpstreamFailure>();
  const malformed = new Set<string>();
  const attempts: number[] = [];

  const failed = (why: UpstreamFailure) => ({ ok: false, failure: why, usage: {}, date: null }) as const;

  const pass = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });

  async function ask<T>(run: () => Promise<UpstreamResult<T>>): Promise<UpstreamResult<T>> {
    attempts.push(clock.monotonic());
    const why = failure;
    if (why !== null) {
      await pass(FAILS_AFTER_MS);
      return failed(why);
    }
    if (delayMs === 0) return run();
    await pass(Math.min(delayMs, DEADLINE_MS));
    return delayMs < DEADLINE_MS ? run() : failed({ code: 'upstream_timeout' });
  }

  /** As the client reads a page of which some rows are malformed. */
  function withoutMalformed(page: WirePage): WirePage {
    const monitors = page.monitors.filter(({ monitor_uuid }) => !malformed.has(monitor_uuid));
    return { ...page, monitors, dropped: page.dropped + page.monitors.length - monitors.length };
  }

  return {
    client: {
      listMonitors: async (query) => {
        const answer = await ask(() => inner.listMonitors(query));
        const why = pages.get(query.page);
        if (why !== undefined) return failed(why);
        return answer.ok ? { ...answer, value: withoutMalformed(answer.value) } : answer;
      },
      getMonitor: (uuid) => {
        const why = detailFailure;
        return ask(async () => (why === null ? inner.getMonitor(uuid) : failed(why)));
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
    malform(uuid) {
      malformed.add(uuid);
    },
    attempts,
  };
}
