import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError, isFailure } from '../errors.ts';

/** Maximum number of lookups without a result within `WINDOW_MS`, of all users together. */
const FAILED_MAX = 3;
const WINDOW_MS = 60_000;
/** How long, and for how many UUIDs, "no such monitor" is remembered. */
const ABSENT_MS = 60_000;
const ABSENT_MAX = 10_000;

/**
 * Limits the requests for invented UUIDs while the inventory is incomplete. Existing monitors can be opened without limit.
 * Lookups run one after the other, so that no more than the maximum fail.
 */
export function createLookups(clock: Clock) {
  const absentUntil = new LRUCache<string, number>({ max: ABSENT_MAX });
  /** Lookups without a result, oldest first: monotonic time and failure. */
  let failed: { at: number; failure: Failure }[] = [];
  let last: Promise<unknown> = Promise.resolve();

  return {
    /** Whether upstream reported recently that this monitor does not exist. */
    isAbsent: (uuid: string) => (absentUntil.get(uuid) ?? 0) > clock.monotonic(),
    markAbsent(uuid: string): void {
      absentUntil.set(uuid, clock.monotonic() + ABSENT_MS);
    },
    /**
     * Reads a monitor if the limit allows it. @param read calls `onSent` for each upstream request
     * @throws FailureError at the limit that of the last lookup, or `tooMany`; the errors of `read`
     */
    lookUp<T>(read: (onSent: () => void) => Promise<T>, tooMany: (retryAt: number) => Failure): Promise<T> {
      const result = last.then(async () => {
        failed = failed.filter(({ at }) => at > clock.monotonic() - WINDOW_MS);
        const [first] = failed;
        if (first && failed.length >= FAILED_MAX) {
          const failure = failed.at(-1)?.failure;
          const isReason = failure !== undefined && failure.code !== 'monitor_not_found';
          const retryAt = Math.ceil(clock.now() + first.at + WINDOW_MS - clock.monotonic());
          throw new FailureError(isReason ? failure : tooMany(retryAt));
        }
        let isSent = false;
        try {
          return await read(() => {
            isSent = true;
          });
        } catch (error) {
          if (isSent && isFailure(error)) failed.push({ at: clock.monotonic(), failure: error.failure });
          throw error;
        }
      });
      last = result.catch(() => {});
      return result;
    },
  };
}
