import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';

/** How long the event loop is held at a time, milliseconds. */
const SLICE_MS = 8;

/** Runs a generator to its end. The event loop runs after each slice. @param signal aborts it; it then rejects with the signal's reason */
export async function runInSlices<T>(
  work: Iterator<unknown, T>,
  clock: Pick<Clock, 'monotonic'>,
  signal: AbortSignal,
): Promise<T> {
  for (let startedAt = clock.monotonic(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (clock.monotonic() - startedAt < SLICE_MS) continue;
    await setImmediate();
    signal.throwIfAborted();
    startedAt = clock.monotonic();
  }
}
