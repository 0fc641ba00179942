import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import type { HistoryStorage } from '../../lib/server/history/history.ts';
import { type TestStore, testStore } from '../../lib/server/history/test-store.fixtures.ts';
import type { Database } from '../../lib/server/storage/database.ts';
import { migrate } from '../../lib/server/storage/migrations.ts';
import { openPostgres } from '../../lib/server/storage/postgres.ts';
import { openSqlite } from '../../lib/server/storage/sqlite.ts';

/** An empty history. */
export interface OpenedHistory {
  storage: HistoryStorage;
  store: TestStore;
  /** Bytes in use, without free pages. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

export async function openSqliteHistory(): Promise<OpenedHistory> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const database = openSqlite(join(folder, 'sightline.db'));
  const used = sql<{ bytes: number }>`
    SELECT (page_count - freelist_count) * page_size AS bytes
    FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`;
  return opened(database, used, async () => rmSync(folder, { recursive: true }));
}

/** Starts a server. */
export async function openPostgresHistory(): Promise<OpenedHistory> {
  const server = await startPostgres();
  const database = openPostgres(server.url());
  const used = sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`;
  // Needs its own connection, because VACUUM FULL takes longer than the product's statement timeout. VACUUM ANALYZE
  // does what autovacuum would do after some minutes.
  const free = async () => {
    const client = new pg.Client(server.url());
    await client.connect();
    await client.query('VACUUM FULL');
    await client.query('VACUUM ANALYZE');
    await client.end();
  };
  return opened(database, used, server.remove, free);
}

async function opened(
  database: Database,
  used: ReturnType<typeof sql<{ bytes: number }>>,
  remove: () => Promise<void>,
  free: () => Promise<unknown> = async () => {},
): Promise<OpenedHistory> {
  await migrate(database);
  const storage = {
    ...database,
    read: (run) => run(database.db),
    asLeader: (run) => database.db.transaction().execute(run),
  } satisfies HistoryStorage;
  return {
    storage,
    store: testStore(storage),
    async bytes() {
      await free();
      return (await used.execute(database.db)).rows[0]?.bytes ?? 0;
    },
    async close() {
      await database.db.destroy();
      await remove();
    },
  };
}
