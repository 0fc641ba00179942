import 'server-only';
import type { Clock } from '../../clock.ts';

/** A clock that all replicas share: that of the Redis server. */
export interface SharedClock extends Clock {
  /**
   * Adjusts the clock to the time of the Redis server.
   *
   * @param serverMs epoch ms
   * @param sentAt when the command was sent that returned it, monotonic ms of `own`
   */
  adjust(serverMs: number, sentAt: number): void;
  /** Adds a function that is called when the server's clock was changed, or another server has taken over. */
  onJump(listener: () => void): void;
  /** The same wall time, with the monotonic time of this process: for what this process measures alone. */
  local: Clock;
}

/** Number of the last adjustments of which the one with the shortest round trip counts. */
const SAMPLES = 8;
/** A larger difference is a jump. */
const JUMP_MS = 1_000;

/**
 * Before the first adjustment the clock runs like `own`. From then on both its times are those of the Redis server, so
 * that stored times mean the same to all replicas, whatever their own clocks show. It never goes back, except when the
 * server's clock does.
 */
export function createSharedClock(own: Clock): SharedClock {
  let samples: { offset: number; roundTripMs: number }[] = [];
  let offset: number | null = null;
  let last = Number.NEGATIVE_INFINITY;
  const listeners: (() => void)[] = [];

  function monotonic(): number {
    const time = own.monotonic() + (offset ?? 0);
    last = last - time > JUMP_MS ? time : Math.max(last, time);
    return last;
  }

  const now = () => (offset === null ? own.now() : Math.floor(monotonic()));

  return {
    monotonic,
    now,
    after: own.after,
    local: { ...own, now },
    adjust(serverMs, sentAt) {
      const roundTripMs = own.monotonic() - sentAt;
      const sample = { offset: serverMs + roundTripMs / 2 - own.monotonic(), roundTripMs };
      const hasJumped = offset !== null && Math.abs(sample.offset - offset) > JUMP_MS + roundTripMs;
      samples = hasJumped ? [sample] : [sample, ...samples.slice(0, SAMPLES - 1)];
      const best = samples.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a));
      offset = best.offset;
      if (hasJumped) for (const listener of listeners) listener();
    },
    onJump: (listener) => listeners.push(listener),
  };
}
