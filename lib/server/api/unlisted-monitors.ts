import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError, isFailure } from '../errors.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';

/** Maximum number of lookups without a result within `WINDOW_MS`, of all users together. */
const FAILED_MAX = 3;
const WINDOW_MS = 60_000;
/** How long, and for how many UUIDs, "no such monitor" is remembered. */
const ABSENT_MS = 60_000;
const ABSENT_MAX = 10_000;

/**
 * Limits the upstream requests for invented UUIDs while the inventory is incomplete and only upstream knows which
 * monitors exist. Lookups in flight and lookups without a result count; existing monitors can be opened without limit.
 */
export interface UnlistedMonitors {
  /** Whether upstream reported recently that this monitor does not exist. */
  isAbsent(uuid: string): boolean;
  markAbsent(uuid: string): void;
  /**
   * Reads a monitor if the limit allows it.
   *
   * @param read calls `onSent` for each upstream request
   * @param tooMany returns the failure while the limit is reached; `retryAt`: epoch ms
   * @throws FailureError when the limit is reached, and the errors of `read`
   */
  lookUp<T>(
    uuid: string,
    read: (onSent: () => void) => Promise<T>,
    tooMany: (retryAt: number) => Failure,
  ): Promise<T>;
}

export function createUnlistedMonitors(clock: Clock): UnlistedMonitors {
  const absentUntil = new LRUCache<string, number>({ max: ABSENT_MAX });
  /** Lookups without a result, oldest first: monotonic time and failure. */
  let failed: { at: number; failure: Failure }[] = [];
  const inFlight = new Set<string>();
  let waiters: (() => void)[] = [];

  function isLimitReached(): boolean {
    failed = failed.filter(({ at }) => at > clock.monotonic() - WINDOW_MS);
    return failed.length >= FAILED_MAX;
  }

  /** @throws FailureError the upstream failure of the last lookup; if it was `monitor_not_found`, `tooMany` */
  function refuse(tooMany: (retryAt: number) => Failure): never {
    const last = failed.at(-1)?.failure;
    if (last !== undefined && last.code !== 'monitor_not_found') throw new FailureError(last);
    const now = clock.monotonic();
    const freeAt = isLimitReached() ? (failed[0]?.at ?? now) + WINDOW_MS : now + INTERACTIVE_MAX_WAIT_MS;
    throw new FailureError(tooMany(Math.ceil(clock.now() + (freeAt - now))));
  }

  /** Resolves when a lookup has ended, or at the deadline. */
  function nextEnd(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(deadline - clock.monotonic(), resolve);
      waiters.push(() => {
        cancel();
        resolve();
      });
    });
  }

  return {
    isAbsent: (uuid) => (absentUntil.get(uuid) ?? 0) > clock.monotonic(),
    markAbsent(uuid) {
      absentUntil.set(uuid, clock.monotonic() + ABSENT_MS);
    },
    async lookUp(uuid, read, tooMany) {
      const deadline = clock.monotonic() + INTERACTIVE_MAX_WAIT_MS;
      // A lookup of the same monitor in flight is joined.
      while (!inFlight.has(uuid)) {
        if (isLimitReached()) refuse(tooMany);
        if (failed.length + inFlight.size < FAILED_MAX) break;
        if (clock.monotonic() >= deadline) refuse(tooMany);
        await nextEnd(deadline);
      }
      const isJoining = inFlight.has(uuid);
      if (isJoining) return read(() => {});
      inFlight.add(uuid);
      let isSent = false;
      try {
        return await read(() => {
          isSent = true;
        });
      } catch (error) {
        if (isSent && isFailure(error)) {
          failed.push({ at: clock.monotonic(), failure: error.failure });
        }
        throw error;
      } finally {
        inFlight.delete(uuid);
        const wakened = waiters;
        waiters = [];
        for (const wake of wakened) wake();
      }
    },
  };
}
