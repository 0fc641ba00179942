import 'server-only';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Tables } from './database.ts';

/** Connections of one replica. */
const CONNECTIONS = 8;
/** Time limit of connecting, and of a statement, milliseconds. */
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** After this pause the server ends a transaction: it may be of a leader that was frozen, and holds up the next one. */
const IDLE_IN_TRANSACTION_MS = 4_000;

/** PostgreSQL sends 64-bit integers as text, because not all are numbers of JavaScript. Ours are times and counts. */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format ?? 'text'),
};

/**
 * Connects to a PostgreSQL database as soon as the first statement is executed.
 *
 * @param url `postgres://user:password@host:port/database`, TLS as `sslmode` says
 */
export function openPostgres(url: string): Database & { pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'sightline',
    keepAlive: true,
    types,
  });
  // Otherwise the end of a connection would be an uncaught exception. The next statement finds it lost.
  pool.on('error', () => {});
  // Also of a connection that is in use, between two statements.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { engine: 'postgresql', pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
