import { assemble } from '../../server/assemble.ts';
import type { Clock } from '../../server/clock.ts';
import { createHistory, type History } from '../../server/history/history.ts';
import type { ResetTime } from '../../server/quota/reset-time.ts';
import { type Lease, soleLease } from '../../server/replicas/lease.ts';
import { soleReplica } from '../../server/replicas/replicas.ts';
import type { Database } from '../../server/storage/database.ts';
import { createStorage } from '../../server/storage/storage.ts';
import { createApiAccess } from '../../server/upstream/api-access.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';

const alwaysProven = { isProven: () => true, examine: async () => true, prove: async () => false };

/** The parts that no test changes. */
export const fixedParts = {
  past: undefined,
  random: () => 0.5,
  readSettings: true,
  rulesOff: () => new Set<never>(),
  origin: 'https://sightline.example.com',
  demo: false,
  report: () => {},
  recordAdmission: () => {},
  reportBug: (error: unknown) => {
    throw error;
  },
};

/**
 * Assembles the server's real parts like the container, with the test's clock, upstream and database. Each call simulates a new
 * process: its monotonic time starts at zero, or continues from the ledger in the database.
 *
 * @param parts.clock the clock of the machine, not of the process
 * @param parts.minS the operator's shortest interval, seconds
 * @param parts.quotaReset the configured reset of the quotas; unknown by default
 * @param parts.history by default there is no history
 */
export async function assembleServer(parts: {
  clock: Clock;
  client: UpstreamClient;
  database: Database;
  minS?: number;
  quotaReset?: ResetTime;
  history?: History;
  lease?: Lease;
}) {
  const { clock: machine, client, database, minS = 15 } = parts;
  const log = { warn: () => {}, info: () => {} };
  const startedAt = machine.monotonic();
  const clock = { ...machine, monotonic: () => machine.monotonic() - startedAt };
  const storage = createStorage(database, { term: () => 1, clock, log });
  const services = await assemble({
    ...fixedParts,
    clock,
    storage,
    replicas: { ...soleReplica('test'), lease: parts.lease ?? soleLease },
    ownership: { ...alwaysProven, guarded: storage },
    client,
    apiAccess: createApiAccess({
      baseUrl: new URL('https://api.example.com/v1'),
      apiKey: 'served-0123456789',
      clock,
    }),
    history: parts.history ?? createHistory({ storage, days: 0, clock, log }),
    log,
    minS,
    quotaReset: parts.quotaReset ?? null,
  });
  return { ...services, storage };
}
