import 'server-only';
import { setImmediate } from 'node:timers/promises';

/** Yields items in batches. The event loop runs after each batch. */
export async function* inBatches<T>(items: Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}
