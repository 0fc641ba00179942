import 'server-only';
import type { Clock } from '../clock.ts';

/** Lets callers wait until a value has a property. @param current returns the present value */
export function createWaiters<T>(clock: Clock, current: () => T) {
  const waiters = new Set<{ isReady: (value: T) => boolean; end: () => void }>();
  return {
    /** Tells the waiters that the value may have changed. */
    notify(): void {
      const value = current();
      for (const waiter of waiters) if (waiter.isReady(value)) waiter.end();
    },
    /** Resolves when `isReady` holds for the value, or after the timeout. */
    waitUntil(isReady: (value: T) => boolean, milliseconds: number): Promise<void> {
      if (isReady(current())) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          cancelTimeout();
          waiters.delete(waiter);
          resolve();
        };
        const waiter = { isReady, end };
        const cancelTimeout = clock.after(milliseconds, end);
        waiters.add(waiter);
      });
    },
  };
}
