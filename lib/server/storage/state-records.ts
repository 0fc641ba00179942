import 'server-only';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import type { Tables } from './database.ts';
import type { Storage } from './storage.ts';

/** A small part of the server's state with which the next process or the next leader continues. */
export interface StateRecord {
  /** A record of another version is ignored, like a damaged one. */
  version: number;
  /** Returns the state to store, as JSON. Called when it is written. */
  save(): unknown;
  /** Continues with the stored state. @throws Error when it is not valid */
  load(value: unknown): void;
  /** Writes and reads rows of other tables that belong to the record. */
  saveRows?(trx: Transaction<Tables>): Promise<void>;
  loadRows?(): Promise<void>;
}

const storedSchema = z.object({ version: z.number(), value: z.unknown() });

export function createStateRecords(parts: {
  storage: Pick<Storage, 'read' | 'asLeader'>;
  records: Readonly<Record<string, StateRecord>>;
  log: Pick<Logger, 'warn'>;
}) {
  const { storage, records, log } = parts;
  const dirty = new Set<string>();
  /** The keys of stored records that cannot be read, so that the log names each once. */
  const unreadable = new Set<string>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const changed = Object.entries(records).filter(([key]) => dirty.has(key));
    if (changed.length === 0) return;
    dirty.clear();
    try {
      await storage.asLeader(async (trx) => {
        const rows = changed.map(([key, record]) => ({
          key,
          value: JSON.stringify({ version: record.version, value: record.save() }),
        }));
        await trx
          .insertInto('state')
          .values(rows)
          .onConflict((row) => row.column('key').doUpdateSet((set) => ({ value: set.ref('excluded.value') })))
          .execute();
        for (const [, record] of changed) await record.saveRows?.(trx);
      });
    } catch (error) {
      for (const [key] of changed) dirty.add(key);
      throw error;
    }
  }

  /** Resolves when all changes so far are stored. @throws StorageError */
  function flush(): Promise<void> {
    writing = writing.catch(() => {}).then(write);
    return writing;
  }

  function load(key: string, record: StateRecord, text: string): void {
    try {
      const { version, value } = storedSchema.parse(parseJson(text));
      if (version !== record.version) throw new Error('It has another version.');
      record.load(value);
      unreadable.delete(key);
    } catch {
      if (!unreadable.has(key)) log.warn({ record: key }, 'ignored a stored record that cannot be parsed');
      unreadable.add(key);
    }
  }

  return {
    /** Reads all records. @throws StorageError */
    async load(): Promise<void> {
      const rows = await storage.read((db) => db.selectFrom('state').selectAll().execute());
      const values = new Map(rows.map(({ key, value }) => [key, value]));
      for (const [key, record] of Object.entries(records)) {
        const text = values.get(key);
        if (text !== undefined) load(key, record, text);
      }
      for (const record of Object.values(records)) await record.loadRows?.();
    },
    /** Writes a record soon, with its state at that time. The storage reports when it fails. */
    save(key: string): void {
      dirty.add(key);
      flush().catch(() => {});
    },
    flush,
  };
}
