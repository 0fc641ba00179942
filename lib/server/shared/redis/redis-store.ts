import 'server-only';
import { type Store, StoreError } from '../../store/store.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';

const FIRST = 'record';

/** Records in Redis, which all replicas share. */
export function createRedisStore(connection: Connection, keys: Keys): Store {
  const nameOf = (key: string) => keys.record + key;

  async function withStoreError<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      throw new StoreError('other', error);
    }
  }

  return {
    read: (key) =>
      withStoreError(async () => {
        const parts = await connection.run((client) => client.lRange(nameOf(key), 0, -1));
        return parts.length === 0 ? null : parts.slice(1);
      }),
    write: (key, parts) =>
      withStoreError(async () => {
        // A list cannot be empty, but a record can.
        const texts = [FIRST, ...parts];
        const name = nameOf(key);
        await connection.run((client) => client.multi().del(name).rPush(name, texts).exec());
      }),
    // Records of a group, of which the oldest are removed, are kept elsewhere (redis-readings.ts).
    keys: async () => [],
    remove: (key) =>
      withStoreError(async () => void (await connection.run((client) => client.del(nameOf(key))))),
    close: async () => {},
  };
}
