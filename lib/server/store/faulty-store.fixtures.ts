import type { Store } from './store.ts';

/** A store that fails or delays on demand. */
export interface FaultyStore extends Store {
  /** Makes all operations fail with this error from now on; null: none of them. */
  fail(error: Error | null): void;
  /** Sets a function that runs before each write. */
  delay(run: () => void | Promise<void>): void;
}

export function createFaultyStore(inner: Store): FaultyStore {
  let error: Error | null = null;
  let delay: () => void | Promise<void> = () => {};
  const failOr = async <T>(run: () => Promise<T>): Promise<T> => {
    if (error !== null) throw error;
    return run();
  };
  return {
    read: (key) => failOr(() => inner.read(key)),
    write: (key, parts) =>
      failOr(async () => {
        await delay();
        await inner.write(key, parts);
      }),
    keys: (prefix) => failOr(() => inner.keys(prefix)),
    remove: (key) => failOr(() => inner.remove(key)),
    close: () => inner.close(),
    fail(next) {
      error = next;
    },
    delay(run) {
      delay = run;
    },
  };
}
