import 'server-only';
import type { Store } from './store.ts';

/** Keeps records in memory: for demo data, and where the disk cannot be written. */
export function createMemoryStore(): Store {
  const records = new Map<string, readonly string[]>();
  return {
    read: async (key) => records.get(key) ?? null,
    async write(key, parts) {
      const copy = [...parts];
      // A map keeps the order of first insertion, but the record written last must come last.
      records.delete(key);
      records.set(key, copy);
    },
    keys: async (prefix) => [...records.keys()].filter((key) => key.startsWith(prefix)).reverse(),
    async remove(key) {
      records.delete(key);
    },
    close: async () => {},
  };
}
