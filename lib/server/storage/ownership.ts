import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { knownUuids, readOwner, writeOwner } from './owner-rows.ts';
import { asideName, type SetAside, setAsideRows } from './set-aside.ts';
import type { Storage } from './storage.ts';
import { type Owner, whoseData } from './whose-data.ts';

/**
 * Whether what is stored may be shown. With another API key nothing stored is shown, nor written over, until a page was read:
 * if it has any monitor that is known, all goes on, otherwise the rows are set aside.
 */
export interface Ownership {
  isProven(): boolean;
  /**
   * Reads whose data it is, once the tables exist.
   *
   * @returns whether it is of another key, so that only reading a page can prove it
   * @throws StorageError
   */
  examine(): Promise<{ isUnproven: boolean }>;
  /** Called with the UUIDs of each page that was read. Nothing is made of the page before it resolves. */
  prove(page: readonly string[]): Promise<void>;
  /** Sets the function that goes on from what is stored, once it is proven. */
  onProven(listener: () => Promise<void>): void;
}

/** @param parts.directory of the file of SQLite; null: in memory, or PostgreSQL */
export function createOwnership(parts: {
  storage: Storage;
  present: Owner;
  directory: string | null;
  clock: Pick<Clock, 'now'>;
  log: Pick<Logger, 'warn' | 'info'>;
}): Ownership {
  const { storage, present, directory, clock, log } = parts;
  /** Null while it is not known whose data it is. */
  let isProven: boolean | null = null;
  let goOn: () => Promise<void> = async () => {};

  async function setAside(reason: SetAside['reason']): Promise<void> {
    const name = asideName(storage.engine, clock.now());
    await storage.write(() => setAsideRows(storage, name, directory));
    storage.noteSetAside({ name, reason });
  }

  return {
    isProven: () => isProven === true,
    async examine() {
      const stored = await storage.read(readOwner);
      const whose = stored && whoseData({ stored, present, known: new Set(), firstPage: null });
      if (whose === 'other_base_url') await setAside(whose);
      // What this process has proven once remains so, also when a replica with a newer key has stored that.
      isProven ??= whose !== 'unproven';
      if (whose === null || whose === 'other_base_url') await storage.write((db) => writeOwner(db, present));
      return { isUnproven: !isProven };
    },
    async prove(page) {
      if (isProven !== false) return;
      const stored = await storage.read(readOwner);
      const known = await storage.read(knownUuids);
      const firstPage = page.map((uuid) => uuid.toLowerCase());
      const whose = stored === null ? 'ours' : whoseData({ stored, present, known, firstPage });
      if (whose === 'unproven') return;
      if (whose !== 'ours') await setAside(whose);
      else log.info({}, 'the organization was recognized by its monitors');
      await storage.asLeader((trx) => writeOwner(trx, present));
      isProven = true;
      await goOn();
    },
    onProven(listener) {
      goOn = listener;
    },
  };
}
