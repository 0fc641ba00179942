import 'server-only';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Tables } from './database.ts';

/** Connections of one replica. */
const CONNECTIONS = 8;
/** Time limit of connecting, and of a statement, milliseconds. */
const CONNECT_MS = 5_000;
const STATEMENT_MS = 10_000;
/** The system tests a connection that is idle for this long, milliseconds: a firewall may have forgotten it. */
const KEEP_ALIVE_MS = 10_000;

/** PostgreSQL sends 64-bit integers as text, because some exceed JavaScript's safe integers. Ours are times and counts, which do not. */
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format ?? 'text'),
};

/**
 * Connects to a PostgreSQL database as soon as the first statement is executed. It sets no parameters of the session, because a
 * pooler in transaction mode rejects them.
 *
 * @param url `postgres://user:password@host:port/database`, TLS as `sslmode` says
 */
export function openPostgres(url: string): Database & { pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    application_name: 'sightline',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types,
  });
  // Without a listener, the end of a connection would be an uncaught exception. The next statement reports the loss.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // A connection that is in use can end between two statements, which would be an uncaught exception, too.
    client.on('error', () => {});
    closeWhenUseless(client);
  });
  return { engine: 'postgresql', pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) };
}

/** SQLSTATE read_only_sql_transaction: a standby, or a session that began while the database accepted no writes. */
const READ_ONLY = '25006';

/**
 * Closes a connection after a statement that got no answer in time. pg would keep it: the next statements would wait in vain, too. And
 * if the server is only slow, it would execute a late `BEGIN`, and the next writes would be part of a transaction that nobody commits.
 * A connection that accepts no writes is closed, too: after a fail-over a new one reaches the server that does.
 */
function closeWhenUseless(client: pg.PoolClient): void {
  const { query } = client;
  const send = (...args: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, client, args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (!(error instanceof Error)) return;
        const isReadOnly = 'code' in error && error.code === READ_ONLY;
        if (error.message !== 'Query read timeout' && !isReadOnly) return;
        // The pool drops a client that has ended.
        if (client instanceof pg.Client) void client.end();
      });
    }
    return answer;
  };
  Object.assign(client, { query: send });
}
