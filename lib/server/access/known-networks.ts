import 'server-only';
import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import { wallTime } from '../store/wall-time-schema.ts';

/** Networks from which a user has signed in within the last 30 days, also before the last restart. */
export interface KnownNetworks {
  has(network: string): Promise<boolean>;
  /** Records a sign-in from a network. */
  add(network: string): Promise<void>;
}

const DAY_MS = 86_400_000;
export const KNOWN_MS = 30 * DAY_MS;
/** Maximum number of networks remembered; the one with the oldest sign-in is dropped. */
const NETWORKS_MAX = 10_000;
const RECORD = 'known-networks';

const storedSchema = z.object({
  version: z.literal(1),
  networks: z.array(z.tuple([z.string(), wallTime])),
});

/**
 * Loads the networks that an earlier process stored. Only a keyed hash of each network is stored, with the
 * wall time of the last sign-in.
 *
 * @param parts.key a secret that survives restarts; with another one, no stored network is recognized
 */
export async function loadKnownNetworks(parts: {
  clock: Clock;
  persistentState: Pick<PersistentState, 'load' | 'save'>;
  key: Buffer;
}): Promise<KnownNetworks> {
  const { clock, persistentState, key } = parts;
  const signedInAt = new LRUCache<string, number>({ max: NETWORKS_MAX });
  const stored = await persistentState.load(RECORD, (texts) =>
    storedSchema.parse(JSON.parse(texts.join(''))),
  );
  for (const [hash, at] of stored?.networks ?? []) {
    // A time in the future comes from a wrong wall clock, and would be remembered for longer than 30 days.
    if (at <= clock.now()) signedInAt.set(hash, at);
  }
  const hashOf = (network: string) => networkHash(network, key);
  const ageOf = (hash: string) => clock.now() - (signedInAt.peek(hash) ?? Number.NEGATIVE_INFINITY);

  function save(): void {
    persistentState.save(RECORD, () => [
      JSON.stringify({ version: 1, networks: [...signedInAt.entries()].reverse() }),
    ]);
  }

  return {
    has: async (network) => ageOf(hashOf(network)) < KNOWN_MS,
    async add(network) {
      const hash = hashOf(network);
      const isRecorded = ageOf(hash) < DAY_MS;
      signedInAt.set(hash, clock.now());
      // Storing each network once a day is accurate enough for 30 days.
      if (!isRecorded) save();
    },
  };
}

/** @param key a secret, without which the network cannot be found from its hash */
export function networkHash(network: string, key: Buffer): string {
  return createHmac('sha256', key).update(network).digest('base64url');
}
