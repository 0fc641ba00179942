import 'server-only';
import type { Clock } from '../clock.ts';

/** The clock of this process, with the wall time of the database server, which all replicas share. */
export interface DatabaseClock extends Clock {
  /**
   * Adjusts the wall time to that of the database server.
   *
   * @param serverMs epoch ms
   * @param sentAt when the statement was sent that returned it, monotonic ms
   */
  adjust(serverMs: number, sentAt: number): void;
}

/** Number of the last adjustments of which the one with the shortest round trip counts. */
const SAMPLES = 8;
/** A larger difference is a change of the server's clock. A smaller one never turns the wall time back. */
const JUMP_MS = 1_000;

/** Before the first adjustment the wall time is that of this machine. */
export function createDatabaseClock(own: Clock): DatabaseClock {
  let samples: { offset: number; roundTripMs: number }[] = [];
  let offset: number | null = null;
  let last = Number.NEGATIVE_INFINITY;

  function now(): number {
    if (offset === null) return own.now();
    const time = Math.floor(own.monotonic() + offset);
    last = last - time > JUMP_MS ? time : Math.max(last, time);
    return last;
  }

  return {
    ...own,
    now,
    adjust(serverMs, sentAt) {
      const roundTripMs = own.monotonic() - sentAt;
      const sample = { offset: serverMs + roundTripMs / 2 - own.monotonic(), roundTripMs };
      const hasJumped = offset !== null && Math.abs(sample.offset - offset) > JUMP_MS + roundTripMs;
      samples = hasJumped ? [sample] : [sample, ...samples.slice(0, SAMPLES - 1)];
      const best = samples.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a));
      offset = best.offset;
    },
  };
}
