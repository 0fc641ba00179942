import 'server-only';
import { LRUCache } from 'lru-cache';
import type { SealedCookie } from './cookies.ts';
import type { Sessions, SessionUser } from './sessions.ts';

/** An admitted caller. */
export interface Caller {
  /** Null where sign-in is not required. */
  session: { id: string; user: SessionUser } | null;
}

/** The only access check. Everything that shows monitors calls it first. */
export interface Gate {
  /**
   * @param cookies the request's `Cookie` header
   * @returns null when the caller is not admitted
   * @throws FailureError `shared_state_unreachable` when it is not known whether the session is open
   */
  admit(cookies: string | null): Promise<Caller | null>;
}

/** For mode `none`: admits every caller. */
export const openGate: Gate = { admit: async () => ({ session: null }) };

/**
 * Number of unsealed cookies to cache. Unsealing costs more than everything else in a response from the
 * inventory, so each cookie is unsealed only once.
 */
const CACHE_MAX = 10_000;

export function createGate(parts: { sessions: Sessions; cookie: SealedCookie<{ id: string }> }): Gate {
  const { sessions, cookie } = parts;
  // Keyed by the sealed value alone: the caller controls the rest of the header and could fill the memory.
  const sessionIds = new LRUCache<string, string>({ max: CACHE_MAX });
  return {
    async admit(header) {
      const value = cookie.sealed(header);
      if (value === null) return null;
      const id = sessionIds.get(value) ?? (await cookie.unseal(value))?.id;
      if (id === undefined) return null;
      const user = await sessions.use(id);
      if (user === null) {
        sessionIds.delete(value);
        return null;
      }
      sessionIds.set(value, id);
      return { session: { id, user } };
    },
  };
}
