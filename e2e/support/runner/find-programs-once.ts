import { type PostgresServer, startPostgres } from '../../../lib/demo/postgres-server.ts';
import { kubectlProgram, postgresProgram, programVariables, promtoolProgram } from './system-program.ts';

let postgres: PostgresServer | null = null;

/**
 * Vitest calls this before it starts the workers, which inherit the environment. Workers must not install packages
 * themselves: the package manager locks its database, so all but one would fail. All workers share one PostgreSQL
 * server.
 */
export async function setup(): Promise<void> {
  Object.assign(process.env, programVariables([promtoolProgram, kubectlProgram, postgresProgram]));
  if (!process.env.SIGHTLINE_TEST_POSTGRES) return;
  postgres = await startPostgres();
  process.env.SIGHTLINE_TEST_POSTGRES_URL = postgres.url();
}

export async function teardown(): Promise<void> {
  await postgres?.remove();
}
