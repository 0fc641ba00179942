import 'server-only';
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { asideName, type SetAside } from './set-aside.ts';
import { openSqlite } from './sqlite.ts';
import { isReported, StorageError, toStorageError } from './storage-error.ts';

const FILE = 'sightline.db';
/** What SQLite adds to the name for the files that it keeps next to it. */
const suffixes = ['', '-wal', '-shm'];
/** A larger file is not checked at the start, because that takes seconds. Damage is noticed when it is read. */
const CHECKED_BYTES = 64_000_000;

/** Opens a database in memory, with all tables. */
export async function openMemory(): Promise<Database> {
  const database = openSqlite(':memory:');
  await migrate(database);
  return database;
}

/**
 * Opens the database of a data directory. A damaged file is set aside. If the file cannot be used for another reason, it stays as it
 * is, and the data is kept in memory.
 *
 * @param now epoch ms, for the name of a file that is set aside
 * @returns `problem`: why the data is in memory instead of the file, until a new start; null: it is in the file
 */
export async function openSqliteFile(directory: string, now: number) {
  const path = join(directory, FILE);
  const mark = `${path}.damaged`;
  const opened = {
    problem: null,
    setAside: null,
    // Called when damage is found. If it fails, the next start finds the damage again.
    markDamaged: () => writeFile(mark, '').catch(() => {}),
  };
  const isNew = !existsSync(/* turbopackIgnore: true */ path);
  try {
    mkdirSync(directory, { recursive: true });
    const database = existsSync(mark) ? null : await openChecked(path);
    if (database !== null) return { ...opened, database };
    const name = asideName('sqlite', now);
    const aside = join(directory, name);
    for (const suffix of suffixes) {
      const [from, to] = [`${path}${suffix}`, `${aside}${suffix}`];
      // The build must not look for the files: it would include the whole project.
      if (existsSync(/* turbopackIgnore: true */ from)) {
        renameSync(/* turbopackIgnore: true */ from, /* turbopackIgnore: true */ to);
      }
    }
    rmSync(mark, { force: true });
    const anew = await openChecked(path);
    if (anew === null) throw new StorageError('damaged');
    const setAside: SetAside = { name, reason: 'damaged' };
    return { ...opened, database: anew, setAside };
  } catch (error) {
    const { problem: found } = toStorageError(error);
    if (!isReported(found)) throw error;
    // A missing folder has the same code as the missing socket of a database server.
    const problem = found === 'unreachable' ? 'read_only' : found;
    // A full disk leaves the beginning of a new file.
    if (isNew && problem === 'full') {
      for (const suffix of suffixes) rmSync(/* turbopackIgnore: true */ `${path}${suffix}`, { force: true });
    }
    return { ...opened, database: await openMemory(), problem };
  }
}

/** Opens a file and brings its tables up to date. @returns null when its content is damaged */
async function openChecked(path: string): Promise<Database | null> {
  let database: Database | null = null;
  try {
    database = openSqlite(path);
    if (statSync(path).size < CHECKED_BYTES) {
      const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(1)`.execute(database.db);
      if (rows[0]?.quick_check !== 'ok') throw new StorageError('damaged');
    }
    await migrate(database);
    return database;
  } catch (error) {
    await database?.db.destroy();
    if (toStorageError(error).problem === 'damaged') return null;
    throw error;
  }
}
