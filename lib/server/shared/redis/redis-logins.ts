import 'server-only';
import { z } from 'zod';
import { KNOWN_MS, type KnownNetworks, networkHash } from '../../access/known-networks.ts';
import { type FailedLogins, REMEMBERED_MS } from '../../access/login-blocks.ts';
import type { Clock } from '../../clock.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keys.ts';

const failuresSchema = z.object({ count: z.coerce.number(), lastAt: z.coerce.number() });

/**
 * Wrong passwords and known networks of all replicas. Redis holds keyed hashes of the networks.
 *
 * @param parts.key the secret of the hashes; @param parts.clock shared by all replicas
 */
export function createRedisLogins(parts: { connection: Connection; keys: Keys; clock: Clock; key: Buffer }): {
  failed: FailedLogins;
  known: KnownNetworks;
} {
  const { connection, keys, clock, key } = parts;
  const failedKey = (network: string) => `${keys.logins}:failed:${networkHash(network, key)}`;
  const knownKey = (network: string) => `${keys.logins}:known:${networkHash(network, key)}`;
  return {
    failed: {
      async of(network) {
        const stored = await connection.run((client) => client.hGetAll(failedKey(network)));
        const failures = failuresSchema.safeParse(stored);
        if (!failures.success) return null;
        const { count, lastAt } = failures.data;
        return { count, agoMs: Math.max(0, clock.monotonic() - lastAt) };
      },
      async add(network) {
        const name = failedKey(network);
        await connection.run((client) =>
          client
            .multi()
            .hIncrBy(name, 'count', 1)
            .hSet(name, 'lastAt', Math.round(clock.monotonic()))
            .pExpire(name, REMEMBERED_MS)
            .exec(),
        );
      },
      async clear(network) {
        await connection.run((client) => client.del(failedKey(network)));
      },
    },
    known: {
      has: async (network) => (await connection.run((client) => client.exists(knownKey(network)))) === 1,
      async add(network) {
        const expiration = { type: 'PX', value: KNOWN_MS } as const;
        await connection.run((client) => client.set(knownKey(network), '1', { expiration }));
      },
    },
  };
}
