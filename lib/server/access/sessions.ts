import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Who is signed in. `idToken` lets the provider end its own session too. */
export interface SessionUser {
  /** What the screen calls them; null where everybody shares one password. */
  name: string | null;
  idToken?: string;
}

/**
 * The sessions that are open. A session lives here and nowhere else: the cookie only names it, so that ending it
 * here makes every copy of the cookie worthless.
 */
export interface Sessions {
  /** @returns the new session's id: 256 random bits in base64url */
  open(user: SessionUser): string;
  /** The user of an open session, which counts as used by it; null when it has ended or never was. */
  use(id: string): SessionUser | null;
  /** Ends a session. @returns whose it was; null when there is none */
  end(id: string): SessionUser | null;
}

/** A session ends so long after signing in, whatever happens, and so long after it was last used. */
export const ABSOLUTE_S = 12 * 60 * 60;
const IDLE_S = 2 * 60 * 60;
/** More sessions than this are not kept; the one unused for longest gives way. */
const SESSIONS_MAX = 10_000;

/** @param randomId gives 256 random bits as text */
export function createSessions({ clock, randomId }: { clock: Clock; randomId: () => string }): Sessions {
  const open = new LRUCache<string, { user: SessionUser; openedAt: number; usedAt: number }>({
    max: SESSIONS_MAX,
  });
  return {
    open(user) {
      const id = randomId();
      const now = clock.monotonic();
      open.set(id, { user, openedAt: now, usedAt: now });
      return id;
    },
    use(id) {
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
    end(id) {
      const session = open.get(id);
      open.delete(id);
      return session?.user ?? null;
    },
  };
}
