import 'server-only';
import type { Clock } from '../../clock.ts';
import { type Store, StoreError } from '../../store/store.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';
import { FORGOTTEN_MS } from './scripts.ts';

const FIRST = 'record';

/** Records in Redis, which all replicas share. @param clock shared by all replicas */
export function createRedisStore(connection: Connection, keys: Keys, clock: Clock): Store {
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
        const written = { score: clock.monotonic(), value: key };
        await connection.run((client) =>
          client
            .multi()
            .del(name)
            .rPush(name, texts)
            .pExpire(name, FORGOTTEN_MS)
            .zAdd(keys.records, written)
            .pExpire(keys.records, FORGOTTEN_MS)
            .exec(),
        );
      }),
    keys: (prefix) =>
      withStoreError(async () => {
        const all = await connection.run((client) => client.zRange(keys.records, 0, -1, { REV: true }));
        return all.filter((key) => key.startsWith(prefix));
      }),
    remove: (key) =>
      withStoreError(async () => {
        const name = nameOf(key);
        await connection.run((client) => client.multi().del(name).zRem(keys.records, key).exec());
      }),
    close: async () => {},
  };
}
