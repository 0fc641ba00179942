import type { Store } from './store.ts';

/** A store that fails or delays when it is told to. */
export interface FaultyStore extends Store {
  /** From now on everything fails so; null: nothing does. */
  fail(error: Error | null): void;
  /** Runs before each write. */
  delay(run: () => void | Promise<void>): void;
}

export function createFaultyStore(inner: Store): FaultyStore {
  let error: Error | null = null;
  let delay: () => void | Promise<void> = () => {};
  const unless = async <T>(run: () => Promise<T>): Promise<T> => {
    if (error !== null) throw error;
    return run();
  };
  return {
    read: (key) => unless(() => inner.read(key)),
    write: (key, parts) =>
      unless(async () => {
        await delay();
        await inner.write(key, parts);
      }),
    keys: (prefix) => unless(() => inner.keys(prefix)),
    remove: (key) => unless(() => inner.remove(key)),
    close: () => inner.close(),
    fail(next) {
      error = next;
    },
    delay(run) {
      delay = run;
    },
  };
}
