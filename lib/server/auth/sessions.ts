import 'server-only';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import { parseJson } from '../storage/parse-json.ts';
import { StorageError } from '../storage/problem.ts';
import type { Storage } from '../storage/storage.ts';

/** A signed-in user. `idToken` allows the provider to end its own session, too. */
export interface SessionUser {
  /** The name to display; null where all users share one password. */
  name: string | null;
  idToken?: string;
}

/**
 * The open sessions. A session exists only here: the cookie contains just its id, so that ending it here invalidates every
 * copy of the cookie, on all replicas at once. The functions throw FailureError `storage_unreachable` when it is not known
 * whether one is open.
 */
export interface Sessions {
  /** Opens a session. @returns its id: 256 random bits in base64url */
  open(user: SessionUser): Promise<string>;
  /**
   * Returns the user of an open session, and counts as a use of it; null when it has ended or never existed.
   */
  use(id: string): Promise<SessionUser | null>;
  /** Ends a session: here at once, and in the database as soon as it can be reached. @returns its user; null: there is none */
  end(id: string): Promise<SessionUser | null>;
}

/** A session ends this long after signing in, and this long after its last use, seconds. */
export const ABSOLUTE_S = 12 * 60 * 60;
const IDLE_S = 2 * 60 * 60;
/** Maximum number of sessions; the least recently used ones are dropped. */
const SESSIONS_MAX = 10_000;
/** How long a session stays valid here while the database cannot be reached. */
const TRUSTED_ALONE_MS = 60_000;
/** A known session is not held up by a slow database for longer. */
const PATIENCE_MS = 1_000;
/** A use is written this often, milliseconds. */
const TOUCH_MS = 60_000;

/** A smaller change of the clock ends no session. */
const TOLERANCE_MS = 600_000;

const userSchema = z
  .object({ name: z.string().nullable(), idToken: z.string().optional() })
  .transform(({ name, idToken }): SessionUser => ({ name, ...(idToken === undefined ? {} : { idToken }) }));

interface Known {
  user: SessionUser;
  /** When the database has last confirmed it, monotonic ms. */
  confirmedAt: number;
  /** When it ends if it could not be stored, because the disk is full, epoch ms; null: it is stored. */
  endsAlone: number | null;
}

/**
 * The sessions of all replicas. Their names in the table are hashes of their ids, so that nobody who reads the table can use them.
 *
 * @param parts.realm how users sign in: with another password or provider no earlier session is found
 * @param parts.randomId returns 256 random bits as text
 */
export function createSessions(parts: {
  storage: Pick<Storage, 'read' | 'write' | 'unreachableSince' | 'onReachable'>;
  clock: Clock;
  realm: string;
  randomId: () => string;
}): Sessions {
  const { storage, clock, realm, randomId } = parts;
  const known = new LRUCache<string, Known>({ max: SESSIONS_MAX });
  /** Sessions that were ended while the database could not be reached. */
  const ended = new Set<string>();
  const realmHash = hash('sha256', realm, 'base64url');
  const nameOf = (id: string) => hash('sha256', id, 'base64url');
  const ownRow = (name: string) => ({ id_hash: name, realm: realmHash });

  async function store(name: string, user: SessionUser): Promise<void> {
    const now = clock.now();
    const times = { idle_until: now + IDLE_S * 1000, ends_at: now + ABSOLUTE_S * 1000 };
    await storage.write(async (db) => {
      await db
        .deleteFrom('session')
        .where((row) => row.or([row('idle_until', '<', now), row('ends_at', '<', now)]))
        .execute();
      const kept = db
        .selectFrom('session')
        .select('id_hash')
        .orderBy('idle_until', 'desc')
        .limit(SESSIONS_MAX - 1);
      await db.deleteFrom('session').where('id_hash', 'not in', kept).execute();
      await db
        .insertInto('session')
        .values({ ...ownRow(name), data: JSON.stringify(user), ...times })
        .execute();
    });
  }

  /** @returns null: it is not open. @throws StorageError */
  async function confirm(name: string): Promise<SessionUser | null> {
    const row = await storage.read((db) =>
      db
        .selectFrom('session')
        .select(['data', 'idle_until', 'ends_at'])
        .where('id_hash', '=', name)
        .where('realm', '=', realmHash)
        .executeTakeFirst(),
    );
    const now = clock.now();
    const user = row && userSchema.safeParse(parseJson(row.data)).data;
    // A clock that was set back must not prolong it.
    const isAhead = row !== undefined && row.ends_at > now + ABSOLUTE_S * 1000 + TOLERANCE_MS;
    if (!row || !user || isAhead || now >= row.idle_until || now >= row.ends_at) {
      known.delete(name);
      return null;
    }
    known.set(name, { user, confirmedAt: clock.monotonic(), endsAlone: null });
    const idle_until = now + IDLE_S * 1000;
    if (idle_until - row.idle_until > TOUCH_MS) {
      await storage
        .write((db) => db.updateTable('session').set({ idle_until }).where('id_hash', '=', name).execute())
        .catch(() => {});
    }
    return user;
  }

  /** The user of a session that this process knows, without asking the database; undefined: it does not know enough. */
  function alone(name: string): SessionUser | undefined {
    const session = known.get(name);
    if (session === undefined) return undefined;
    const { user, confirmedAt, endsAlone } = session;
    if (endsAlone !== null) return clock.now() < endsAlone ? user : undefined;
    return clock.monotonic() - confirmedAt < TRUSTED_ALONE_MS ? user : undefined;
  }

  function remove(name: string) {
    return storage.write((db) =>
      db
        .deleteFrom('session')
        .where('id_hash', '=', name)
        .where('realm', '=', realmHash)
        .returning('data')
        .executeTakeFirst(),
    );
  }

  storage.onReachable(() => {
    for (const name of ended)
      remove(name).then(
        () => ended.delete(name),
        () => {},
      );
  });
  return {
    async open(user) {
      const id = randomId();
      const name = nameOf(id);
      try {
        await store(name, user);
        known.set(name, { user, confirmedAt: clock.monotonic(), endsAlone: null });
      } catch (error) {
        if (!(error instanceof StorageError) || error.problem === 'unreachable') throw unknown(error);
        // A full disk does not keep anybody out. The session ends with this process.
        known.set(name, { user, confirmedAt: clock.monotonic(), endsAlone: clock.now() + IDLE_S * 1000 });
      }
      return id;
    },
    async use(id) {
      const name = nameOf(id);
      if (ended.has(name)) return null;
      const user = alone(name);
      if (user !== undefined && known.get(name)?.endsAlone !== null) return user;
      if (user !== undefined && storage.unreachableSince() !== null) return user;
      const confirmed = confirm(name);
      try {
        return await (user === undefined
          ? confirmed
          : Promise.race([confirmed, after(clock, PATIENCE_MS, user)]));
      } catch (error) {
        if (user !== undefined && error instanceof StorageError) return user;
        throw unknown(error);
      }
    },
    async end(id) {
      const name = nameOf(id);
      const before = known.get(name);
      known.delete(name);
      try {
        const row = await remove(name);
        return (row ? userSchema.safeParse(parseJson(row.data)).data : before?.user) ?? null;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        ended.add(name);
        return before?.user ?? null;
      }
    },
  };
}

function unknown(error: unknown): unknown {
  return error instanceof StorageError ? new FailureError({ code: 'storage_unreachable' }) : error;
}

/** Resolves with a value after a while. */
function after<T>(clock: Clock, milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => {
    clock.after(milliseconds, () => resolve(value));
  });
}
