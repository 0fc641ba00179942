import 'server-only';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Tables } from './database.ts';

/** Connections of one replica. */
const CONNECTIONS = 8;
/** Time limit of connecting, and of a statement, milliseconds. */
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** The server ends a transaction after this pause, because the transaction of a frozen leader would block the next leader. */
const IDLE_IN_TRANSACTION_MS = 4_000;

/** PostgreSQL sends 64-bit integers as text, because some exceed JavaScript's safe integers. Ours are times and counts, which do not. */
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
  // Without a listener, the end of a connection would be an uncaught exception. The next statement reports the loss.
  pool.on('error', () => {});
  // The same for a connection that is in use, between two statements.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { engine: 'postgresql', pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}
