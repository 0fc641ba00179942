import 'server-only';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isOwnedBy, writeOwner } from '../../store/owner-rows.ts';
import { ensurePrivateFile } from '../../store/private-files.ts';
import { removeDatabase, setAside } from '../../store/set-aside.ts';
import { isDamaged, toStoreError, UnreadableError } from '../../store/sqlite-problem.ts';
import type { Owner } from '../../store/whose-data.ts';
import { MIGRATED_LAYOUT, migrateFile, removeUnfinished } from './migrate.ts';
import { LAYOUT, schema } from './schema.ts';

const layoutRow = z.object({ user_version: z.number() });

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
 * @param owner whose data it is
 * @returns `setAside`: whether the existing file was unusable and has been renamed
 * @throws StoreError when it cannot be opened for writing, or is of another owner
 */
export function openHistoryFile(path: string, owner: Owner): { db: DatabaseSync; setAside: boolean } {
  try {
    return { db: open(path, owner), setAside: false };
  } catch (error) {
    const failure = toStoreError(error);
    if (!isDamaged(failure) || !existsSync(path)) throw failure;
    return { db: replaceHistoryFile(path, owner), setAside: true };
  }
}

/**
 * Sets the file aside and opens a new one. If that fails, nothing is left of the new one, so that the next attempt does not
 * set it aside in place of the damaged one.
 */
export function replaceHistoryFile(path: string, owner: Owner): DatabaseSync {
  setAside(path);
  try {
    return open(path, owner);
  } catch (error) {
    removeDatabase(path);
    throw error;
  }
}

function open(path: string, owner: Owner): DatabaseSync {
  ensurePrivateFile(path);
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
    if (layout === 0) create(db, owner);
    else if (layout === MIGRATED_LAYOUT) {
      claim(db, owner);
      migrateFile(db, path);
      db.close();
      return open(path, owner);
    } else if (layout !== LAYOUT) throw new UnreadableError(`layout ${layout}`);
    else claim(db, owner);
    return db;
  } catch (error) {
    if (db.isOpen) db.close();
    throw error;
  }
}

function create(db: DatabaseSync, owner: Owner): void {
  db.exec('BEGIN IMMEDIATE');
  db.exec(schema);
  writeOwner(db, owner);
  db.exec(`PRAGMA user_version = ${LAYOUT}`);
  db.exec('COMMIT');
}

/** Stores the base URL, which version 1.0.0 did not. @throws Error when the file is of another owner */
function claim(db: DatabaseSync, owner: Owner): void {
  if (!isOwnedBy(db, owner)) writeOwner(db, owner);
}
