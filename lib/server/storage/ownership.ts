import 'server-only';
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { decompressLines } from './compressed-lines.ts';
import type { Tables } from './database.ts';
import { asideName, setAsideRows } from './set-aside.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';

export type Ownership = ReturnType<typeof createOwnership>;

/**
 * Decides whose the stored rows are, the only place that does. They belong to a base URL and an API key. With another key at the
 * same base URL, a page must be read first. If the rows contain any monitor of that page, the organization is the same and they stay
 * in use, except the counters of the quota and what else belongs to the key (`state`). Otherwise they are set aside, as they are with
 * another base URL.
 *
 * @param parts.directory the directory of the SQLite file; null: in memory, or PostgreSQL
 */
export function createOwnership(parts: {
  storage: Storage;
  upstream: { baseUrl: URL; apiKey: string };
  directory: string | null;
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'info'>;
}) {
  const { storage, upstream, directory, clock, log } = parts;
  const baseUrl = upstream.baseUrl.href;
  // The key cannot be derived from it.
  const binding = createHmac('sha256', upstream.apiKey).update(baseUrl).digest('base64url');
  /** Null while the owner of the data is not known. */
  let isProven: boolean | null = null;

  async function setAside(reason: 'other_base_url' | 'other_organization'): Promise<void> {
    const name = asideName(storage.engine, clock.now());
    await storage.write(() => setAsideRows(storage, name, directory));
    storage.noteSetAside({ name, reason });
  }

  /** Returns the owner of the stored data; null: nothing is stored yet. */
  async function readOwner(): Promise<'this_key' | 'other_key' | 'other_base_url' | null> {
    const about = await storage.read((db) => db.selectFrom('about').selectAll().execute());
    const stored = new Map(about.map(({ name, value }) => [name, value]));
    if (!stored.has('binding')) return null;
    if (stored.get('binding') === binding) return 'this_key';
    return stored.get('base_url') === baseUrl ? 'other_key' : 'other_base_url';
  }

  /** Stores that the data belongs to the present base URL and key. */
  async function claim(db: Kysely<Tables>): Promise<void> {
    await sql`
      INSERT INTO about (name, value) VALUES ('binding', ${binding}), ('base_url', ${baseUrl})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`.execute(db);
  }

  /** Returns a task that fails while it is not known whose the rows are. */
  function guard<D, T>(run: (db: D) => Promise<T>) {
    return async (db: D) => {
      if (isProven !== true) throw new StorageError('unproven');
      return run(db);
    };
  }

  async function examine(): Promise<boolean> {
    if (isProven === true) return true;
    const owner = await readOwner();
    if (owner === 'other_key') {
      if (isProven === null) storage.noteSetAside({ name: null, reason: 'unproven' });
      isProven = false;
      return false;
    }
    if (owner === 'other_base_url') await setAside(owner);
    else if (isProven === false) storage.noteSetAside(null);
    if (owner !== 'this_key') await storage.write(claim);
    isProven = true;
    return true;
  }

  return {
    /**
     * The rows of the organization. While it is not known whose they are, its functions throw StorageError `unproven`; the one that
     * writes throws `not_leader` before that.
     */
    guarded: {
      engine: storage.engine,
      read: (run) => storage.read(guard(run)),
      asLeader: (run) => storage.asLeader(guard(run)),
    } satisfies Pick<Storage, 'engine' | 'read' | 'asLeader'>,
    isProven: () => isProven === true,
    /**
     * Reads the owner of the data, unless it is proven: another replica with the same key may have proven it meanwhile. A proof stays
     * valid in this process, also after a replica with a newer key has claimed the data. The tables must exist.
     *
     * @returns whether the data may be used; otherwise a page must be read first
     * @throws StorageError
     */
    examine,
    /**
     * Receives the UUIDs of each page before the page is used.
     *
     * @returns whether the page has made the stored data usable
     * @throws StorageError
     */
    async prove(page: readonly string[]): Promise<boolean> {
      if (isProven !== false) return false;
      if (await examine()) return true;
      // A page without monitors proves nothing.
      if (page.length === 0) return false;
      const known = await storage.read(knownUuids);
      if (page.some((uuid) => known.has(uuid.toLowerCase()))) {
        log.info({}, 'the organization was recognized by its monitors');
        storage.noteSetAside(null);
      } else await setAside('other_organization');
      await storage.asLeader(async (trx) => {
        await trx.deleteFrom('state').execute();
        await claim(trx);
      });
      isProven = true;
      return true;
    },
  };
}

const rowsSchema = z.array(z.object({ monitor_uuid: z.string() })).catch([]);

/** Returns the UUIDs of the monitors in the stored list, details and history, in lower case. */
async function knownUuids(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const seen = db.selectFrom('monitor_seen').select('uuid');
  const rows = await db.selectFrom('detail').select('uuid').union(seen).execute();
  const list = await db.selectFrom('snapshot').select('body').executeTakeFirst();
  // A list that cannot be read is no evidence.
  const lines = list?.body ? await decompressLines(list.body).catch(() => []) : [];
  const listed = lines.flatMap((line) => rowsSchema.parse(JSON.parse(line)));
  const uuids = [...rows.map(({ uuid }) => uuid), ...listed.map((row) => row.monitor_uuid)];
  return new Set(uuids.map((uuid) => uuid.toLowerCase()));
}
