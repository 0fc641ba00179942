import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** A signed-in user. `idToken` allows the provider to end its own session, too. */
export interface SessionUser {
  /** The name to display; null where all users share one password. */
  name: string | null;
  idToken?: string;
}

/**
 * The open sessions. A session exists only here: the cookie contains just its id, so that ending it here
 * invalidates every copy of the cookie. The functions throw FailureError `shared_state_unreachable` where
 * replicas share the sessions and it is not known whether one is open.
 */
export interface Sessions {
  /** Opens a session. @returns its id: 256 random bits in base64url */
  open(user: SessionUser): Promise<string>;
  /**
   * Returns the user of an open session, and counts as a use of it; null when it has ended or never existed.
   */
  use(id: string): Promise<SessionUser | null>;
  /**
   * Ends a session: here at once, and on replicas that cannot be reached as soon as they can.
   *
   * @returns its user; null when there is no such session, or another version of Sightline opened it
   */
  end(id: string): Promise<SessionUser | null>;
}

/** A session ends this long after signing in, and this long after its last use, seconds. */
export const ABSOLUTE_S = 12 * 60 * 60;
export const IDLE_S = 2 * 60 * 60;
/** Maximum number of sessions; the least recently used one is dropped. */
const SESSIONS_MAX = 10_000;

/** The sessions of one process. @param randomId returns 256 random bits as text */
export function createSessions({ clock, randomId }: { clock: Clock; randomId: () => string }): Sessions {
  const open = new LRUCache<string, { user: SessionUser; openedAt: number; usedAt: number }>({
    max: SESSIONS_MAX,
  });
  return {
    async open(user) {
      const id = randomId();
      const now = clock.monotonic();
      open.set(id, { user, openedAt: now, usedAt: now });
      return id;
    },
    async use(id) {
      const session = open.get(id);
      if (session === undefined) return null;
      const now = clock.monotonic();
      if (now - session.openedAt >= ABSOLUTE_S * 1000 || now - session.usedAt >= IDLE_S * 1000) {
        open.delete(id);
        return null;
      }
      session.usedAt = now;
      return session.user;
    },
    async end(id) {
      const session = open.get(id);
      open.delete(id);
      return session?.user ?? null;
    },
  };
}
