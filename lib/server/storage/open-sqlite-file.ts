import 'server-only';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { readOwner } from './owner.ts';
import { DIRECTORY_MODE, ensurePrivateFile, makePrivate } from './private-files.ts';
import { type ReportedProblem, StorageError, toStorageError } from './problem.ts';
import { openSqlite } from './sqlite.ts';
import { type Owner, type Ownership, whoseData } from './whose-data.ts';

/** Data that was renamed because it cannot be used, or belongs to others. It is never deleted. */
export interface SetAside {
  /** Of the file or schema. */
  name: string;
  reason: 'damaged' | 'other_base_url' | 'other_organization';
}

export interface OpenedDatabase {
  database: Database;
  /** Why its data does not survive a restart; null: it does. */
  problem: ReportedProblem | null;
  setAside: SetAside | null;
  /** Called when the content turns out to be damaged: the next start sets the file aside. */
  markDamaged: () => void;
  /** Called after the database was closed. */
  remove: () => void;
}

const FILE = 'sightline.db';
/** The file of version 1.0.0, which is not converted. */
const FORMER_FILE = 'sightline.sqlite';
/** The file of a database itself, and those that SQLite keeps next to it. */
const SUFFIXES = ['', '-wal', '-shm'] as const;
/** A larger file is not checked at the start, because that takes seconds. Its damage shows when it is read. */
const CHECKED_BYTES = 64_000_000;

const kept = { problem: null, setAside: null, markDamaged: () => {}, remove: () => {} };

/** Opens a database in memory, with all tables. */
export async function openMemory(): Promise<OpenedDatabase> {
  const database = openSqlite(':memory:');
  await migrate(database);
  return { ...kept, database };
}

/** Whether a directory has data of version 1.0.0. */
export const hasFormerData = (directory: string): boolean => existsSync(join(directory, FORMER_FILE));

/**
 * Opens the database of a data directory. If it cannot be written, the product goes on with a temporary copy, or in memory.
 * A file that is damaged, or of another base URL, is set aside, and one that was set aside with this key is put back; one that cannot be used for another reason stays as it is.
 *
 * @param now epoch ms, for the name of a file that is set aside
 */
export async function openSqliteFile(
  directory: string,
  present: Owner,
  now: number,
): Promise<OpenedDatabase> {
  const path = join(directory, FILE);
  try {
    mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
    makePrivate(directory, /^sightline\.db/);
    return await openOrSetAside(path, present, now);
  } catch (error) {
    const { problem } = toStorageError(error);
    if (problem === 'not_leader') throw error;
    // A file that another process has open could change while it is copied.
    const copy = problem === 'in_use' ? null : await openCopy(path, present);
    return { ...(copy ?? (await openMemory())), problem };
  }
}

async function openOrSetAside(path: string, present: Owner, now: number): Promise<OpenedDatabase> {
  const mark = `${path}.damaged`;
  const markDamaged = () => {
    try {
      closeSync(openSync(mark, 'w', 0o600));
    } catch {
      // Then the next start finds the damage as this one did.
    }
  };
  const opened = { ...kept, markDamaged };
  let reason: SetAside['reason'] = 'damaged';
  const isNew = !existsSync(path);
  const ours = asideFileOf(path, present);
  if (isNew && ours !== null) rename(ours, path);
  if (!existsSync(mark)) {
    try {
      const database = await openChecked(path);
      const whose = await ownershipOf(database, present);
      // Data that was set aside with this very key goes before data of another one.
      const isReplaced = whose === 'unproven' && !isNew && ours !== null;
      if (whose !== 'other_base_url' && !isReplaced) return { ...opened, database };
      await database.db.destroy();
      reason = isReplaced ? 'other_organization' : 'other_base_url';
    } catch (error) {
      if (toStorageError(error).problem !== 'damaged') throw error;
    }
  }
  const name = `${FILE}.${new Date(now).toISOString().replaceAll(':', '-')}.aside`;
  rename(path, join(path, '..', name));
  rmSync(mark, { force: true });
  if (!isNew && ours !== null) rename(ours, path);
  return { ...opened, database: await openChecked(path), setAside: { name, reason } };
}

/** Renames a database. */
function rename(from: string, to: string): void {
  for (const suffix of SUFFIXES) {
    // The build must not look for the file: it would include the whole project.
    if (existsSync(/* turbopackIgnore: true */ `${from}${suffix}`)) {
      renameSync(`${from}${suffix}`, `${to}${suffix}`);
    }
  }
}

/** The file that was set aside last with data of exactly this key and base URL; null: there is none. */
function asideFileOf(path: string, { binding }: Owner): string | null {
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => /^sightline\.db\..+\.aside$/.test(name));
  const files = names
    .toSorted()
    .reverse()
    .map((name) => join(folder, name));
  return files.find((file) => bindingIn(file) === binding) ?? null;
}

function bindingIn(path: string): unknown {
  let file: DatabaseSync | null = null;
  try {
    file = new DatabaseSync(path);
    return file.prepare("SELECT value FROM about WHERE name = 'binding'").get()?.value;
  } catch {
    // Of a damaged file nobody knows.
    return null;
  } finally {
    file?.close();
  }
}

async function ownershipOf(database: Database, present: Owner): Promise<Ownership> {
  const stored = await readOwner(database.db);
  return stored === null ? 'ours' : whoseData({ stored, present, known: new Set(), firstPage: null });
}

/** Opens a file whose content is sound, and brings its tables up to date. @throws StorageError */
async function openChecked(path: string): Promise<Database> {
  ensurePrivateFile(path);
  const isChecked = statSync(path).size < CHECKED_BYTES;
  let database: Database | null = null;
  try {
    database = openSqlite(path);
    if (isChecked) {
      const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(1)`.execute(database.db);
      if (rows[0]?.quick_check !== 'ok') throw new StorageError('damaged');
    }
    await migrate(database);
    return database;
  } catch (error) {
    await database?.db.destroy();
    throw toStorageError(error);
  }
}

/** Opens a temporary copy of a file that cannot be written; null when that fails. */
async function openCopy(path: string, present: Owner): Promise<OpenedDatabase | null> {
  if (!existsSync(path)) return null;
  let folder: string | null = null;
  const remove = () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  try {
    folder = mkdtempSync(join(tmpdir(), 'sightline-'));
    const copy = join(folder, FILE);
    for (const suffix of ['', '-wal']) {
      copyIfFile(`${path}${suffix}`, `${copy}${suffix}`);
    }
    const database = await openChecked(copy);
    if ((await ownershipOf(database, present)) === 'other_base_url')
      throw new Error('the data is of another base URL');
    return { ...kept, database, remove };
  } catch {
    remove();
    return null;
  }
}

function copyIfFile(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })?.isFile()) copyFileSync(from, to);
}
