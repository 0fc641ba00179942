import 'server-only';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import { type Clock, sleep } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';
import { StorageError, toStorageFailure } from '../storage/storage-error.ts';

const userSchema = z.object({
  /** The name to display; null where all users share one password. */
  name: z.string().nullable(),
  /** The provider needs it to end its own session. */
  idToken: z.string().optional(),
});

export type SessionUser = z.infer<typeof userSchema>;
export type Sessions = ReturnType<typeof createSessions>;

/** A session ends this long after signing in, and this long after its last use, seconds. */
export const ABSOLUTE_S = 12 * 60 * 60;
const SESSION_IDLE_S = 2 * 60 * 60;
/** Maximum number of sessions; the least recently used ones are dropped. */
const SESSIONS_MAX = 10_000;
/** How long a session stays valid here while the database cannot be reached, milliseconds. */
const TRUSTED_MS = 60_000;
/** A known session does not wait longer for a slow database, milliseconds. */
const PATIENCE_MS = 1_000;
/** A use is written at most this often, milliseconds. */
const TOUCH_MS = 60_000;
/** A change of the clock by less than this ends no session, milliseconds. */
const TOLERANCE_MS = 600_000;

interface KnownSession {
  user: SessionUser;
  /** False: the disk is full, so that the session ends with this process. */
  isStored: boolean;
  /** Until when it is valid without asking the database, monotonic ms. */
  trustedUntil: number;
}

/**
 * The open sessions of all replicas. A cookie contains only the id of its session, so that the end of the session invalidates every
 * copy of the cookie on all replicas. The table contains hashes of the ids, so that its readers cannot use them.
 *
 * The functions throw a FailureError of the storage if a session cannot be stored or checked.
 *
 * @param parts.realm identifies how users sign in. With another password or provider, earlier sessions are not found
 * @param parts.randomId returns 256 random bits as text
 */
export function createSessions(parts: {
  storage: Pick<Storage, 'engine' | 'read' | 'write' | 'unreachableSince' | 'onProblem'>;
  clock: Clock;
  realm: string;
  randomId: () => string;
}) {
  const { storage, clock, randomId } = parts;
  const known = new LRUCache<string, KnownSession>({ max: SESSIONS_MAX });
  /** Sessions that were ended while the database could not be reached. */
  const ended = new Set<string>();
  const realm = hash('sha256', parts.realm, 'base64url');
  const startedAt = clock.now() - clock.monotonic();
  /** The present time, epoch ms. A process with its own clock goes on from its start, so that setting the clock ends no session. */
  const epochNow = () => (storage.engine === 'sqlite' ? startedAt + clock.monotonic() : clock.now());
  const nameOf = (id: string) => hash('sha256', id, 'base64url');

  function remember(name: string, user: SessionUser, isStored: boolean): void {
    const trustedUntil = clock.monotonic() + (isStored ? TRUSTED_MS : SESSION_IDLE_S * 1000);
    known.set(name, { user, isStored, trustedUntil });
  }

  function store(name: string, user: SessionUser): Promise<void> {
    const now = epochNow();
    const times = { idle_until: now + SESSION_IDLE_S * 1000, ends_at: now + ABSOLUTE_S * 1000 };
    return storage.write(async (db) => {
      await db.deleteFrom('session').where('idle_until', '<', now).execute();
      const used = db.selectFrom('session').select('id_hash').orderBy('idle_until', 'desc');
      await db
        .deleteFrom('session')
        .where('id_hash', 'not in', used.limit(SESSIONS_MAX - 1))
        .execute();
      await db
        .insertInto('session')
        .values({ id_hash: name, realm, data: JSON.stringify(user), ...times })
        .execute();
    });
  }

  /** @returns the user; null: the session is not open. @throws StorageError */
  async function confirm(name: string): Promise<SessionUser | null> {
    const row = await storage.read((db) =>
      db
        .selectFrom('session')
        .select(['data', 'idle_until', 'ends_at'])
        .where('id_hash', '=', name)
        .where('realm', '=', realm)
        .executeTakeFirst(),
    );
    const now = epochNow();
    const user = userOf(row);
    // A clock that was set back before a restart must not prolong it.
    const isAhead = row !== undefined && row.ends_at > now + ABSOLUTE_S * 1000 + TOLERANCE_MS;
    if (!row || !user || isAhead || now >= row.idle_until) {
      known.delete(name);
      return null;
    }
    remember(name, user, true);
    const idle_until = Math.min(now + SESSION_IDLE_S * 1000, row.ends_at);
    if (idle_until - row.idle_until > TOUCH_MS) {
      await storage
        .write((db) => db.updateTable('session').set({ idle_until }).where('id_hash', '=', name).execute())
        .catch(() => {});
    }
    return user;
  }

  /** @returns the user of the session, if there was one. @throws StorageError */
  async function remove(name: string): Promise<SessionUser | null> {
    const row = await storage.write((db) =>
      db
        .deleteFrom('session')
        .where('id_hash', '=', name)
        .where('realm', '=', realm)
        .returning('data')
        .executeTakeFirst(),
    );
    ended.delete(name);
    return userOf(row);
  }

  storage.onProblem(() => {
    for (const name of ended) remove(name).catch(() => {});
  });
  return {
    /** Opens a session. @returns its id */
    async open(user: SessionUser): Promise<string> {
      const id = randomId();
      // A full disk of this process prevents nobody from signing in. The session then ends with the process. With PostgreSQL other
      // replicas would not know the session.
      const isOurs = (error: unknown) =>
        error instanceof StorageError && storage.engine === 'sqlite' && error.problem !== 'unreachable';
      const isStored = await store(nameOf(id), user).then(
        () => true,
        (error) => (isOurs(error) ? false : Promise.reject(toStorageFailure(error, storage.engine))),
      );
      remember(nameOf(id), user, isStored);
      return id;
    },
    /** Returns the user of an open session, and counts as a use of the session. Null: it has ended or never existed. */
    async use(id: string): Promise<SessionUser | null> {
      const name = nameOf(id);
      if (ended.has(name)) return null;
      const session = known.get(name);
      const user = session && clock.monotonic() < session.trustedUntil ? session.user : null;
      if (user !== null && (!session?.isStored || storage.unreachableSince() !== null)) return user;
      const confirmed = confirm(name);
      try {
        if (user === null) return await confirmed;
        return await Promise.race([confirmed, sleep(clock, PATIENCE_MS).then(() => user)]);
      } catch (error) {
        if (user !== null && error instanceof StorageError) return user;
        throw toStorageFailure(error, storage.engine);
      }
    },
    /** Ends a session: here at once, and in the database once it can be reached. @returns its user; null: there was none */
    async end(id: string): Promise<SessionUser | null> {
      const name = nameOf(id);
      const before = known.get(name)?.user ?? null;
      known.delete(name);
      try {
        return (await remove(name)) ?? before;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        ended.add(name);
        return before;
      }
    },
  };
}

function userOf(row: { data: string } | undefined): SessionUser | null {
  return (row && userSchema.safeParse(parseJson(row.data)).data) ?? null;
}
