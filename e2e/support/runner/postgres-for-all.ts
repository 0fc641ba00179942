import { startPostgres } from '../../../lib/demo/postgres-server.ts';
import { isDeep } from './limits.ts';
import { isMissing, postgresProgram } from './system-program.ts';

/**
 * Vitest calls this once. In the deep part all workers share one PostgreSQL server; the core part tests SQLite alone.
 *
 * @returns stops the server
 */
export default async function startPostgresForAll(): Promise<(() => Promise<void>) | undefined> {
  if (!isDeep || isMissing(postgresProgram)) return undefined;
  const postgres = await startPostgres();
  process.env.SIGHTLINE_TEST_POSTGRES_URL = postgres.url();
  return () => postgres.remove();
}
