import 'server-only';
import type { Store } from './store.ts';

/** Keeps records as long as the process lives: for demo data, and where no disk can be written. */
export function createMemoryStore(): Store {
  const records = new Map<string, readonly string[]>();
  return {
    read: async (key) => records.get(key) ?? null,
    async write(key, parts) {
      const whole = [...parts];
      // A map remembers the order of first insertion; what was written last must come last.
      records.delete(key);
      records.set(key, whole);
    },
    keys: async (prefix) => [...records.keys()].filter((key) => key.startsWith(prefix)).reverse(),
    async remove(key) {
      records.delete(key);
    },
    close: async () => {},
  };
}
