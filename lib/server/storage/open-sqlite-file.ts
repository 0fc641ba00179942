import 'server-only';
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { asideName, type SetAside } from './set-aside.ts';
import { openSqlite, removeFiles, type SqliteDatabase } from './sqlite.ts';
import { isReported, StorageError, toStorageError } from './storage-error.ts';

const FILE = 'sightline.db';
/** A larger file is not checked at the start, because that takes seconds. Damage is noticed when it is read. */
const CHECKED_BYTES = 64_000_000;

/** Opens a database in memory, with all tables. */
export async function openMemory(): Promise<SqliteDatabase> {
  const database = openSqlite(':memory:');
  await migrate(database);
  return database;
}

/**
 * Opens the database of a data directory. A damaged file is set aside. If the file cannot be used for another reason, it stays as it
 * is, and the data is kept in memory.
 *
 * @param now epoch ms, for the name of a file that is set aside
 * @returns `problem`: why the data is in memory instead of the file, with the error that shows it as `cause`; null: it is in the file.
 *   `retry`: moves the data to a new file, and throws if that fails again; null where a file exists, which only a new start may use
 */
export async function openSqliteFile(directory: string, now: number) {
  const path = join(directory, FILE);
  const mark = `${path}.damaged`;
  const opened = {
    problem: null,
    cause: null as unknown,
    setAside: null,
    retry: null as (() => Promise<void>) | null,
    // Called when damage is found. If it fails, the next start finds the damage again.
    markDamaged: () => writeFile(mark, '').catch(() => {}),
  };
  const isNew = !existsSync(/* turbopackIgnore: true */ path);
  try {
    mkdirSync(directory, { recursive: true });
    // SQLite reports a file that cannot be written as an error of the disk.
    if (!isNew) accessSync(/* turbopackIgnore: true */ path, constants.W_OK);
    const database = existsSync(mark) ? null : await openChecked(path);
    if (database !== null) return { ...opened, database };
    const name = asideName('sqlite', now);
    const aside = join(directory, name);
    // The file, and the files that SQLite keeps next to it.
    for (const suffix of ['', '-wal', '-shm']) {
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
    const { problem: found, cause } = toStorageError(error);
    if (!isReported(found)) throw error;
    // A missing folder has the same code as the missing socket of a database server.
    const problem = found === 'unreachable' ? 'read_only' : found;
    const database = await openMemory();
    if (!isNew) return { ...opened, database, problem, cause };
    // A full disk leaves the beginning of a file.
    if (problem === 'full') removeFiles(path);
    const retry = async () => {
      mkdirSync(directory, { recursive: true });
      await database.moveTo(path);
    };
    return { ...opened, database, problem, cause, retry };
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
