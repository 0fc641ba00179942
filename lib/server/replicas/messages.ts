import 'server-only';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../storage/database.ts';

/** What has changed in the tables. `lease`: the leader has given leadership up. */
export type MessageKind = 'snapshot' | 'request' | 'answer' | 'lease';

const CHANNEL = 'sightline';
const kinds: readonly MessageKind[] = ['snapshot', 'request', 'answer', 'lease'];

/** Tells the other replicas. Sent when the transaction is committed; a message can be lost. */
export async function notify(db: Kysely<Tables>, kind: MessageKind): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${kind})`.execute(db);
}

/** Receives the messages of other replicas, and its own. Behind a pooler in transaction mode it receives none. */
export interface Messages {
  on(kind: MessageKind, listener: () => void): void;
  /** Begins to listen, if it does not already. @throws an error of the connection */
  listen(): Promise<void>;
  close(): void;
}

export function createMessages(pool: pg.Pool): Messages {
  const listeners = new Map<string, (() => void)[]>(kinds.map((kind) => [kind, []]));
  let client: pg.PoolClient | null = null;

  function drop(dropped: pg.PoolClient): void {
    if (client !== dropped) return;
    client = null;
    dropped.release(true);
  }

  return {
    on: (kind, listener) => listeners.get(kind)?.push(listener),
    async listen() {
      if (client !== null) {
        const known = client;
        await known.query('SELECT 1').catch((error: unknown) => {
          drop(known);
          throw error;
        });
        return;
      }
      const connected = await pool.connect();
      client = connected;
      connected.on('error', () => drop(connected));
      connected.on('notification', ({ payload }) => {
        for (const listener of listeners.get(payload ?? '') ?? []) listener();
      });
      await connected.query(`LISTEN ${CHANNEL}`).catch((error: unknown) => {
        drop(connected);
        throw error;
      });
    },
    close() {
      if (client !== null) drop(client);
    },
  };
}
