import 'server-only';
import { setImmediate } from 'node:timers/promises';

/** Goes through many items, some at a time, between which the event loop runs. */
export async function* inTurns<T>(items: Iterable<T>, size: number): AsyncGenerator<T[]> {
  let some: T[] = [];
  for (const item of items) {
    some.push(item);
    if (some.length < size) continue;
    yield some;
    some = [];
    await setImmediate();
  }
  if (some.length > 0) yield some;
}
