import { setTimeout as pause } from 'node:timers/promises';
import { expectTimeoutMs } from './runner/limits.ts';

/** Milliseconds between two reads. */
const INTERVAL_MS = 40;

/**
 * Reads a value again and again until it is accepted. Helpers use it instead of `expect.poll`, because tests with and
 * without a browser have different test runners.
 *
 * @returns the accepted value
 * @throws Error with the last value when none is accepted in time
 */
export async function waitUntil<T>(
  read: () => Promise<T> | T,
  accepts: (value: T) => boolean,
  what: string,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const value = await read();
    if (accepts(value)) return value;
    if (performance.now() - began > expectTimeoutMs) {
      throw new Error(`Waited in vain: ${what}. Last: ${JSON.stringify(value)}`);
    }
    await pause(INTERVAL_MS);
  }
}
