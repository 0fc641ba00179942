import 'server-only';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import { type CreateLimiter, createMemoryLimiter } from './auth/rate-limiter.ts';
import { createDatabaseClock, systemClock } from './clock.ts';
import type { Config } from './env.ts';
import { createLease } from './replicas/lease.ts';
import { createReplicas, soleReplica } from './replicas/replicas.ts';
import { migrate } from './storage/migrations.ts';
import { openMemory, openSqliteFile } from './storage/open-sqlite-file.ts';
import { createOwnership } from './storage/ownership.ts';
import { createStorage } from './storage/storage.ts';

interface Parts {
  config: Pick<Config, 'dataDirectory' | 'databaseUrl'>;
  upstream: { baseUrl: URL; apiKey: string };
  /** The name of this replica. */
  name: string;
  /** Returns 256 random bits as text. */
  randomId: () => string;
  log: Pick<Logger, 'info' | 'warn'>;
}

/** The file of version 1.0.0, which is not converted. */
const FORMER_FILE = 'sightline.sqlite';

/**
 * Opens the configured database. It never fails: the storage reports a database that cannot be used.
 *
 * @returns the storage, and the replicas that share it. All replicas have the same wall time in `clock`
 */
export function openDatabase(parts: Parts) {
  const { databaseUrl } = parts.config;
  return databaseUrl === null ? openLocalData(parts) : openSharedData(databaseUrl, parts);
}

async function openLocalData({ config, upstream, name, log }: Parts) {
  const clock = systemClock;
  const { dataDirectory: directory } = config;
  if (directory !== null && existsSync(join(directory, FORMER_FILE))) {
    log.warn({ directory }, 'data of version 1 of Sightline is left alone; it can be deleted');
  }
  const file = directory === null ? null : await openSqliteFile(directory, clock.now());
  const storage = createStorage(file?.database ?? (await openMemory()), {
    term: () => 1,
    clock,
    log,
    ...(file && { startProblem: file.problem, startCause: file.cause, markDamaged: file.markDamaged }),
  });
  if (file?.setAside) storage.noteSetAside(file.setAside);
  if (file?.retry) storage.retryRegularly(file.retry);
  const ownership = createOwnership({
    storage,
    upstream,
    clock,
    log,
    directory: file?.problem === null ? directory : null,
  });
  // The storage reports a full disk.
  await ownership.examine().catch(() => {});
  return { clock, storage, replicas: soleReplica(name), ownership, createLimiter: createMemoryLimiter };
}

async function openSharedData(url: string, { upstream, name, randomId, log }: Parts) {
  const own = systemClock;
  const clock = createDatabaseClock(own);
  // Imported dynamically: loading a package from node_modules delays the start, and only replicas need this one.
  const { openPostgres } = await import('./storage/postgres.ts');
  const { pool, ...database } = openPostgres(url);
  const lease = createLease({ storage: () => storage, own, holder: `${name} ${randomId()}`, log });
  const storage = createStorage(database, { term: lease.term, clock, log });
  const ownership = createOwnership({ storage, upstream, directory: null, clock, log });
  const replicas = createReplicas({
    name,
    storage,
    pool,
    lease,
    own,
    clock,
    log,
    async prepare() {
      await storage.write(() => migrate(database));
      // With a new key this replica must lead to prove whose data it is.
      return { leadsByForce: !(await ownership.examine()) };
    },
  });
  return { clock, storage, replicas, ownership, createLimiter: createSharedLimiter(pool) };
}

/** Creates limiters that count in the database, and in memory while it cannot be reached. */
function createSharedLimiter(pool: pg.Pool): CreateLimiter {
  return (options) =>
    new RateLimiterPostgres({
      ...options,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
}
