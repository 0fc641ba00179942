import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError, isFailure } from '../errors.ts';

/** So many lookups that bring no monitor are let through in this time, all people together. */
const FRUITLESS_MAX = 3;
const WINDOW_MS = 60_000;
/** Who comes while all places are taken waits this long for one, milliseconds. */
const PATIENCE_MS = 4000;
/** How long "no such monitor" is believed, milliseconds; of so many UUIDs. */
const ABSENT_MS = 60_000;
const ABSENT_MAX = 10_000;

/**
 * Bounds what invented UUIDs can cost while the inventory is not complete, so that nobody but upstream knows whether
 * they exist. Only lookups that bring no monitor count, and those that are under way: real ones can be opened freely.
 */
export interface UnlistedMonitors {
  /** Upstream has said of late that this one does not exist. */
  isAbsent(uuid: string): boolean;
  absent(uuid: string): void;
  /**
   * Looks a monitor up when that may be.
   * @param read is given what to call for each request that goes upstream
   * @param tooMany what is said while too many lookups found no such monitor; `retryAt`: epoch ms
   * @throws FailureError when it may not be, or whatever `read` rejects with
   */
  lookUp<T>(
    uuid: string,
    read: (onSent: () => void) => Promise<T>,
    tooMany: (retryAt: number) => Failure,
  ): Promise<T>;
}

export function createUnlistedMonitors(clock: Clock): UnlistedMonitors {
  const absentUntil = new LRUCache<string, number>({ max: ABSENT_MAX });
  /** Lookups that brought no monitor, oldest first, and why not. */
  let fruitless: { at: number; failure: Failure }[] = [];
  const underWay = new Set<string>();
  let waiting: (() => void)[] = [];

  function isExhausted(): boolean {
    fruitless = fruitless.filter(({ at }) => at > clock.monotonic() - WINDOW_MS);
    return fruitless.length >= FRUITLESS_MAX;
  }

  /** @throws FailureError: the trouble that the last lookup met, if it did */
  function refuse(tooMany: (retryAt: number) => Failure): never {
    const last = fruitless.at(-1)?.failure;
    if (last !== undefined && last.code !== 'monitor_not_found') throw new FailureError(last);
    const now = clock.monotonic();
    const freeAt = isExhausted() ? (fruitless[0]?.at ?? now) + WINDOW_MS : now + PATIENCE_MS;
    throw new FailureError(tooMany(Math.ceil(clock.now() + (freeAt - now))));
  }

  /** Resolves when a lookup has ended, or patience is over. */
  function nextEnd(deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(deadline - clock.monotonic(), resolve);
      waiting.push(() => {
        cancel();
        resolve();
      });
    });
  }

  return {
    isAbsent: (uuid) => (absentUntil.get(uuid) ?? 0) > clock.monotonic(),
    absent(uuid) {
      absentUntil.set(uuid, clock.monotonic() + ABSENT_MS);
    },
    async lookUp(uuid, read, tooMany) {
      const deadline = clock.monotonic() + PATIENCE_MS;
      // Whoever asks for one that is being looked up joins that request.
      while (!underWay.has(uuid)) {
        if (isExhausted()) refuse(tooMany);
        if (fruitless.length + underWay.size < FRUITLESS_MAX) break;
        if (clock.monotonic() >= deadline) refuse(tooMany);
        await nextEnd(deadline);
      }
      const isJoining = underWay.has(uuid);
      if (isJoining) return read(() => {});
      underWay.add(uuid);
      let isSent = false;
      try {
        return await read(() => {
          isSent = true;
        });
      } catch (error) {
        if (isSent && isFailure(error)) {
          fruitless.push({ at: clock.monotonic(), failure: error.failure });
        }
        throw error;
      } finally {
        underWay.delete(uuid);
        const woken = waiting;
        waiting = [];
        for (const wake of woken) wake();
      }
    },
  };
}
