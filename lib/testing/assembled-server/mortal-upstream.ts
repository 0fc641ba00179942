import type { Clock } from '../../server/clock.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import type { UpstreamAnswer, UpstreamClient } from '../../server/upstream/client.ts';

/** An upstream that can die and come back. */
export interface MortalUpstream {
  client: UpstreamClient;
  /** From now on every attempt fails so; null: none does. */
  fail(failure: UpstreamFailure | null): void;
  /** When each attempt was made, good or not, by the clock's monotonic time, milliseconds. */
  attempts: readonly number[];
}

/** A refused connection is known at once, or nearly. */
const FAILS_AFTER_MS = 5;

export function mortal(inner: UpstreamClient, clock: Clock): MortalUpstream {
  let failure: UpstreamFailure | null = null;
  const attempts: number[] = [];

  function ask<T>(run: () => Promise<UpstreamAnswer<T>>): Promise<UpstreamAnswer<T>> {
    attempts.push(clock.monotonic());
    const why = failure;
    if (why === null) return run();
    return new Promise((resolve) => {
      clock.after(FAILS_AFTER_MS, () => resolve({ ok: false, failure: why, usage: {}, date: null }));
    });
  }

  return {
    client: {
      listMonitors: (query) => ask(() => inner.listMonitors(query)),
      getMonitor: (uuid) => ask(() => inner.getMonitor(uuid)),
      close: () => inner.close(),
    },
    fail(next) {
      failure = next;
    },
    attempts,
  };
}
