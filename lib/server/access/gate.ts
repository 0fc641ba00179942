import 'server-only';
import { LRUCache } from 'lru-cache';
import type { SealedCookie } from './cookies.ts';
import type { Sessions, SessionUser } from './sessions.ts';

/** Who asks, as far as they may look: nobody in particular where no one signs in. */
export interface Caller {
  /** Null where nobody signs in. */
  session: { id: string; user: SessionUser } | null;
}

/** The one lock. Everything that shows something of the monitors asks it first. */
export interface Gate {
  /** @param cookies the request's `Cookie` header; @returns null for who may not look */
  admit(cookies: string | null): Promise<Caller | null>;
}

/** For mode `none`: everybody may look. */
export const openGate: Gate = { admit: async () => ({ session: null }) };

/** Opening a seal costs more than all else that an answer from the inventory does: each is opened once. */
const OPENED_MAX = 10_000;

export function createGate(parts: { sessions: Sessions; cookie: SealedCookie<{ id: string }> }): Gate {
  const { sessions, cookie } = parts;
  // By the sealed value alone: the rest of the header is the caller's, and would be held with it.
  const opened = new LRUCache<string, string>({ max: OPENED_MAX });
  return {
    async admit(header) {
      const value = cookie.sealed(header);
      if (value === null) return null;
      const id = opened.get(value) ?? (await cookie.unseal(value))?.id;
      if (id === undefined) return null;
      const user = sessions.use(id);
      if (user === null) {
        opened.delete(value);
        return null;
      }
      opened.set(value, id);
      return { session: { id, user } };
    },
  };
}
