import 'server-only';
import { EventEmitter } from 'node:events';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../storage/database.ts';

/** What has changed in the tables. `lease`: the leader has released the lease. */
const kinds = ['snapshot', 'request', 'answer', 'lease'] as const;
type MessageKind = (typeof kinds)[number];

const CHANNEL = 'sightline';

/** Sends a message to the other replicas when the transaction is committed. A message can be lost. */
export async function notify(db: Kysely<Tables>, kind: MessageKind): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${kind})`.execute(db);
}

export type Messages = ReturnType<typeof createMessages>;

export function createMessages(pool: pg.Pool) {
  const received = new EventEmitter<Record<MessageKind, []>>();
  // Each waiting request is a listener.
  received.setMaxListeners(0);
  let client: pg.PoolClient | null = null;

  function close(): void {
    client?.release(true);
    client = null;
  }

  async function connect(): Promise<pg.PoolClient> {
    const connected = await pool.connect();
    connected.on('error', () => {
      if (client === connected) close();
    });
    connected.on('notification', ({ payload }) => {
      const kind = kinds.find((known) => known === payload);
      if (kind) received.emit(kind);
    });
    return connected;
  }

  return {
    /** Emits the messages of all replicas, also its own. Behind a pooler in transaction mode there are none. */
    received,
    /** Starts to listen, or checks that it still listens. @throws an error of the connection */
    async listen(): Promise<void> {
      try {
        client ??= await connect();
        await client.query(`LISTEN ${CHANNEL}`);
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}
