import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { MonitorListBody } from '../../contract/responses.ts';
import {
  type ReportedProblem,
  type StorageEngine,
  storageEngines,
  storageExplanations,
  storageProblems,
} from '../../contract/storage-problems.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import { crawled } from '../../server/inventory/crawl/crawl-result.fixtures.ts';
import type { Database, Tables } from '../../server/storage/database.ts';
import { storageFailure } from '../../server/storage/storage-error.ts';
import { assembleServer } from './assembled-server.ts';
import { readBody, simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;

const withCode = (code: string | number) => Object.assign(new Error(), { code });
const sqliteError = (errcode: number) => Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode });
const newerTables = new Error('corrupted migrations: previously executed migration 9999 is missing');

/** The error with which an engine shows each problem; null: it has no such error. */
const errors: Record<StorageEngine, Record<ReportedProblem, Error | null>> = {
  sqlite: {
    full: sqliteError(13),
    read_only: sqliteError(8),
    forbidden: null,
    in_use: sqliteError(5),
    unreachable: null,
    damaged: sqliteError(11),
    newer: newerTables,
    other: sqliteError(10),
  },
  postgresql: {
    full: withCode('53100'),
    read_only: withCode('25006'),
    forbidden: withCode('42501'),
    in_use: withCode('55P03'),
    unreachable: withCode('ECONNREFUSED'),
    damaged: withCode('XX001'),
    newer: newerTables,
    other: withCode('57014'),
  },
};

/** What advice for an engine must not speak of. */
const foreign: Record<StorageEngine, RegExp> = {
  sqlite: /database|role|standby|grant|replica|read from the API/i,
  postgresql: /data (directory|file)|SIGHTLINE_DATA_DIR|restart|memory/i,
};

const leaderships = ['leads', 'follows', 'nobody leads'] as const;

/** A database without rows, in which each statement fails with this error. */
function emptyDatabase(engine: StorageEngine, error: Error | null): Database {
  class FailingDriver extends DummyDriver {
    override async acquireConnection() {
      const connection = await super.acquireConnection();
      if (error !== null) connection.executeQuery = () => Promise.reject(error);
      return connection;
    }
  }
  const isSqlite = engine === 'sqlite';
  return {
    engine,
    db: new Kysely<Tables>({
      dialect: {
        createDriver: () => new FailingDriver(),
        createAdapter: () => (isSqlite ? new SqliteAdapter() : new PostgresAdapter()),
        createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
        createIntrospector: (db) => (isSqlite ? new SqliteIntrospector(db) : new PostgresIntrospector(db)),
      },
    }),
  };
}

/** A server that shows a list, some time after its database and its leadership came into this state. */
async function serverIn(
  engine: StorageEngine,
  { error, leadership }: { error: Error | null; leadership: (typeof leaderships)[number] },
) {
  const { clock, upstream } = simulateOrganization({ monitors: 2 });
  const server = await assembleServer({
    clock,
    client: upstream.client,
    database: emptyDatabase(engine, error),
    lease: {
      term: () => (leadership === 'leads' ? 1 : null),
      maySend: () => leadership === 'leads',
      isHeld: () => leadership !== 'nobody leads',
      onChange: () => {},
    },
  });
  server.inventory.publish(crawled(1, 2));
  // What each replica does regularly.
  await server.storage.write((db) => db.deleteFrom('replica').execute()).catch(() => {});
  server.refresher.start();
  await clock.pass(MINUTE_MS);
  const { body } = await readBody<MonitorListBody>(clock, server.listMonitors(defaultInventoryQuery));
  server.refresher.stop();
  return {
    requests: upstream.attempts.length,
    degraded: body.meta.degraded,
    health: server.getHealth().health.status,
    problem: server.getUsage().data.storage.problem,
  };
}

const states = storageEngines.flatMap((engine) =>
  [null, ...storageProblems].flatMap((problem) => {
    const error = problem && errors[engine][problem];
    // A process with SQLite always leads.
    const possible = engine === 'sqlite' ? leaderships.slice(0, 1) : leaderships;
    return problem !== null && error === null
      ? []
      : possible.map((leadership) => ({ engine, problem, error, leadership }));
  }),
);

test.each(states)(
  'row 117: $engine, problem: $problem, $leadership: the list, health and the advice say why nothing new is read or stored',
  async ({ engine, problem, error, leadership }) => {
    const seen = await serverIn(engine, { error, leadership });
    if (problem === null && leadership !== 'nobody leads') {
      expect(seen).toMatchObject({ degraded: null, problem: null });
      expect(seen.health).not.toBe('degraded');
      return;
    }
    expect(seen.health).toBe('degraded');
    expect(seen.problem).toBe(problem);
    if (engine === 'postgresql') expect(seen.requests, 'requests that nobody could count').toBe(0);
    const failure = problem === null ? { code: 'no_leader' as const } : storageFailure(problem, engine);
    expect(seen.degraded?.code).toBe(failure.code);
    const { message = '' } = seen.degraded ?? {};
    if (failure.code === 'storage_unwritable' && problem !== null) {
      const { what, remedy } = storageExplanations[engine][problem];
      expect(message).toContain(what);
      expect(message).toContain(remedy);
    }
    expect(message).not.toMatch(foreign[engine]);
  },
);

/** Every failure of the API that stops the reading of the list. */
const stops: Record<
  Exclude<UpstreamFailure['code'], 'storage_unreachable' | 'storage_unwritable' | 'no_leader'>,
  UpstreamFailure
> = {
  rate_limited: { code: 'rate_limited', retryAt: null },
  daily_quota_exhausted: { code: 'daily_quota_exhausted', retryAt: null },
  monthly_quota_exhausted: { code: 'monthly_quota_exhausted', retryAt: null },
  quota_unknown: { code: 'quota_unknown', retryAt: null },
  missing_scope: { code: 'missing_scope', grantedScopes: [] },
  monitor_not_found: { code: 'monitor_not_found' },
  api_key_rejected: { code: 'api_key_rejected' },
  access_denied: { code: 'access_denied' },
  upstream_timeout: { code: 'upstream_timeout' },
  upstream_unreachable: { code: 'upstream_unreachable', reason: 'refused' },
  upstream_invalid_response: { code: 'upstream_invalid_response', reason: 'no JSON' },
  upstream_error: { code: 'upstream_error', status: 500 },
};

test.each(Object.entries(stops))(
  'row 117: the API fails with %s: the list and health say so until it is read again',
  async (code, failure) => {
    const { clock, upstream, start } = simulateOrganization({ monitors: 25 });
    const server = await start();
    const seen = async () => {
      server.refresher.seen('viewer', false);
      await clock.pass(5 * MINUTE_MS);
      const { body } = await readBody<MonitorListBody>(clock, server.listMonitors(defaultInventoryQuery));
      return { code: body.meta.degraded?.code ?? null, health: server.getHealth().health.status };
    };
    server.refresher.start();
    expect(await seen()).toEqual({ code: null, health: 'ok' });
    upstream.fail(failure);
    expect(await seen()).toEqual({ code, health: 'degraded' });
    server.refresher.stop();
  },
);
