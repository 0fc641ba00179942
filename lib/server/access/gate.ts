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
  const opened = new LRUCache<string, string>({
    max: OPENED_MAX,
    maxEntrySize: 8192,
    maxSize: 64 * 2 ** 20,
    sizeCalculation: (id, header) => id.length + header.length,
  });
  return {
    async admit(header) {
      if (header === null) return null;
      const id = opened.get(header) ?? (await cookie.read(header))?.id;
      if (id === undefined) return null;
      const user = sessions.use(id);
      if (user === null) {
        opened.delete(header);
        return null;
      }
      opened.set(header, id);
      return { session: { id, user } };
    },
  };
}
