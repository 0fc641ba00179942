import 'server-only';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { toStoreError } from './sqlite-problem.ts';
import type { Owner } from './whose-data.ts';

const aboutRows = z.array(z.object({ name: z.string(), value: z.string() }));

/** Returns whose data a database has; null: it says nothing. @throws an error of SQLite */
export function ownerIn(db: DatabaseSync): Owner | null {
  const rows = aboutRows.parse(
    db.prepare("SELECT name, value FROM about WHERE name IN ('binding', 'base_url')").all(),
  );
  const { binding, base_url: baseUrl = null } = Object.fromEntries(
    rows.map(({ name, value }): [string, string | undefined] => [name, value]),
  );
  return binding === undefined ? null : { binding, baseUrl };
}

/**
 * Whether a database says that it belongs to an owner, with the base URL.
 *
 * @throws Error when it belongs to another one: what does not belong is set aside before the file is opened, if that is possible
 */
export function isOwnedBy(db: DatabaseSync, owner: Owner): boolean {
  const stored = ownerIn(db);
  if (stored !== null && stored.binding !== owner.binding) {
    throw new Error('the data is of another API key or base URL, and could not be set aside');
  }
  return stored?.baseUrl === owner.baseUrl;
}

/** Stores whose data a database has from now on. */
export function writeOwner(db: DatabaseSync, { binding, baseUrl }: Owner): void {
  const write = db.prepare('INSERT OR REPLACE INTO about (name, value) VALUES (?, ?)');
  write.run('binding', binding);
  if (baseUrl !== null) write.run('base_url', baseUrl);
}

/**
 * Runs a function with a database file, and closes it, which also empties its journal into it.
 *
 * @returns null when there is no such file, or its content cannot be used
 * @throws StoreError when the file cannot be used now
 */
export function inFile<T>(path: string, run: (db: DatabaseSync) => T): T | null {
  if (!existsSync(path)) return null;
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(path, { timeout: 2000 });
    return run(db);
  } catch (error) {
    const failure = toStoreError(error);
    if (failure.problem !== 'other') throw failure;
    return null;
  } finally {
    db?.close();
  }
}
