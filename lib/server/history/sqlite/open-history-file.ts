import 'server-only';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { removeAside, removeDatabase, setAside } from '../../store/set-aside.ts';
import { isDamaged, toStoreError, UnreadableError } from '../../store/sqlite-problem.ts';
import { MIGRATED_LAYOUT, migrateFile, removeUnfinished } from './migrate.ts';
import { LAYOUT, schema } from './schema.ts';

const layoutRow = z.object({ user_version: z.number() });
const valueRow = z.object({ value: z.string() }).optional();

/** Opens a new database in memory. */
export function openInMemory(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(schema);
  return db;
}

/**
 * Opens the file of the history, or creates it. It is a file of its own, so that whatever happens to it cannot harm what the
 * list needs, and is not checked as a whole, because it can be large.
 *
 * @param binding identifies the owner of the data; a file of another owner is deleted, as far as its owner can be read, also
 *   one that was set aside
 * @returns `setAside`: whether the existing file was unusable and has been renamed
 * @throws StoreError when it cannot be opened for writing
 */
export function openHistoryFile(path: string, binding: string): { db: DatabaseSync; setAside: boolean } {
  try {
    return { db: open(path, binding), setAside: false };
  } catch (error) {
    const failure = toStoreError(error);
    if (!isDamaged(failure) || !existsSync(path)) throw failure;
    return { db: replaceHistoryFile(path, binding), setAside: true };
  }
}

/**
 * Sets the file aside and opens a new one. If that fails, nothing is left of the new one, so that the next attempt does not
 * set it aside in place of the damaged one.
 */
export function replaceHistoryFile(path: string, binding: string): DatabaseSync {
  setAside(path);
  try {
    return open(path, binding);
  } catch (error) {
    removeDatabase(path);
    throw error;
  }
}

function open(path: string, binding: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 2000 });
  try {
    // Rows of some kilobytes waste less of a larger page.
    db.exec('PRAGMA page_size = 16384;');
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    db.exec('PRAGMA journal_size_limit = 67108864;');
    // A megabyte: whatever commits when the journal is this long copies it into the file, and holds the event loop meanwhile.
    db.exec('PRAGMA wal_autocheckpoint = 64;');
    const layout = layoutRow.parse(db.prepare('PRAGMA user_version').get()).user_version;
    // No other process has the file now.
    removeUnfinished(path);
    if (layout === 0) create(db, binding);
    else if (isOfAnotherOwner(db, layout, binding)) {
      // Another owner's data is deleted, not kept.
      db.close();
      removeDatabase(path);
      removeAside(path);
      return open(path, binding);
    } else if (layout === MIGRATED_LAYOUT) {
      migrateFile(db, path);
      db.close();
      return open(path, binding);
    } else if (layout !== LAYOUT) throw new UnreadableError(`layout ${layout}`);
    return db;
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

function create(db: DatabaseSync, binding: string): void {
  db.exec('BEGIN IMMEDIATE');
  db.exec(schema);
  db.prepare("INSERT INTO about (name, value) VALUES ('binding', ?)").run(binding);
  db.exec(`PRAGMA user_version = ${LAYOUT}`);
  db.exec('COMMIT');
}

/** Of an unknown layout, the owner may be stored in another way: then the file does not count as another owner's. */
function isOfAnotherOwner(db: DatabaseSync, layout: number, binding: string): boolean {
  if (layout === LAYOUT || layout === MIGRATED_LAYOUT) return bindingOf(db) !== binding;
  try {
    return (bindingOf(db) ?? binding) !== binding;
  } catch {
    return false;
  }
}

function bindingOf(db: DatabaseSync): string | undefined {
  return valueRow.parse(db.prepare("SELECT value FROM about WHERE name = 'binding'").get())?.value;
}
