import 'server-only';
import { existsSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { z } from 'zod';
import { inFile, ownerIn, writeOwner } from './owner-rows.ts';
import { DIRECTORY_MODE, makePrivate } from './private-files.ts';
import { removeDatabase, renameDatabase } from './set-aside.ts';
import { type Owner, type Ownership, whoseData } from './whose-data.ts';

/** The files of a data directory. Each says whose data it has, so that a crash between two of them does no harm. */
const queries = {
  'sightline.sqlite': {
    hasReading: "SELECT 1 FROM record WHERE key = 'snapshot'",
    known: `SELECT lower(row.value ->> 'monitor_uuid') AS uuid
        FROM record JOIN part USING (key, turn), json_each(part.body) AS row WHERE record.key = 'snapshot' AND place > 0
      UNION SELECT substr(key, 8) AS uuid FROM record WHERE key LIKE 'detail:%'`,
  },
  'history.sqlite': {
    hasReading: "SELECT 1 FROM about WHERE name = 'recorded'",
    known: 'SELECT lower(uuid) AS uuid FROM monitor',
  },
} as const;
export type DataFile = keyof typeof queries;
export const STORE: DataFile = 'sightline.sqlite';
export const HISTORY: DataFile = 'history.sqlite';

const OUR_NAMES = /^(sightline|history)\.sqlite/;
const FOLDER = /^aside-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;
const uuidRow = z.object({ uuid: z.string() });
const bodyRows = z.array(z.object({ body: z.string() }));

/** The record with the addresses that users have signed in from. It is the same users' whichever monitors they see. */
export const USERS_RECORD = 'known-networks';

/** Folders with data that was set aside, the newest first. */
export function foldersIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => FOLDER.test(name))
    .sort()
    .reverse();
}

/** When a folder was created, ISO 8601. */
export function timeOfFolder(name: string): string {
  return name.replace(FOLDER, '$1:$2:$3');
}

/**
 * Makes a data directory private, and sets the data of another key or base URL aside: it is renamed into a folder of its own,
 * never deleted, unless nothing was ever read with that key. Data that was set aside for this key and base URL is put back.
 *
 * @param now epoch ms
 * @returns the parts of `USERS_RECORD` in the data that was set aside; null: there is none
 * @throws an error of the file system; StoreError
 */
export function prepareDataDirectory(
  directory: string,
  present: Owner,
  { now, log }: { now: number; log: Pick<Logger, 'warn' | 'info'> },
): string[] | null {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY_MODE });
  makePrivate(directory, OUR_NAMES);
  const folder = `aside-${new Date(now).toISOString().replaceAll(':', '-')}`;
  let users: string[] | null = null;
  for (const file of [STORE, HISTORY]) {
    // The build must not look for the file: it would include the whole project, and warn of it.
    const path = join(/* turbopackIgnore: true */ directory, file);
    const whose = ownershipOf(path, file, { present, firstPage: null });
    if (whose !== null && whose !== 'ours') {
      if (file === STORE) users = inFile(path, usersRecord);
      if (hasReading(path, file)) {
        mkdirSync(join(directory, folder), { recursive: true, mode: DIRECTORY_MODE });
        renameDatabase(path, join(directory, folder, file));
        log.warn({ file, folder, reason: whose }, 'data of another API key or base URL was set aside');
      } else removeDatabase(path);
    }
    if (!existsSync(/* turbopackIgnore: true */ path)) putBack(directory, file, { present, log });
  }
  return users;
}

function usersRecord(db: DatabaseSync): string[] | null {
  const read = db.prepare('SELECT body FROM record JOIN part USING (key, turn) WHERE key = ? ORDER BY place');
  const parts = bodyRows.parse(read.all(USERS_RECORD)).map(({ body }) => body);
  return parts.length === 0 ? null : parts;
}

/** Puts the file back that was set aside for the present key and base URL, if there is one. */
function putBack(
  directory: string,
  file: DataFile,
  { present, log }: { present: Owner; log: Pick<Logger, 'info'> },
): void {
  const folder = findOurs(directory, file, { present, firstPage: null });
  if (folder === undefined) return;
  renameDatabase(join(directory, folder, file), join(directory, file));
  removeIfEmpty(join(directory, folder));
  log.info({ file, folder }, 'data that was set aside for another API key is used again');
}

/**
 * Puts a history that was set aside in the place of one that knows of no monitor, as data of the present key. Neither may be open.
 */
export function takeOver(directory: string, folder: string, present: Owner): void {
  const [from, to] = [join(directory, folder, HISTORY), join(directory, HISTORY)];
  if (inFile(to, (db) => knownUuids(db, HISTORY).size > 0)) return;
  inFile(from, (db) => writeOwner(db, present));
  removeDatabase(to);
  renameDatabase(from, to);
  removeIfEmpty(join(directory, folder));
}

interface Evidence {
  present: Owner;
  /** See `whoseData`. */
  firstPage: readonly string[] | null;
}

/** The folder that was set aside last with such a file of ours. */
export function findOurs(directory: string, file: DataFile, evidence: Evidence): string | undefined {
  return foldersIn(directory).find((folder) => ownershipIn(directory, folder, file, evidence) === 'ours');
}

/** Whose data was set aside in a folder; null: it has no such file, or it cannot be read. */
export function ownershipIn(
  directory: string,
  folder: string,
  file: DataFile,
  evidence: Evidence,
): Ownership | null {
  try {
    return ownershipOf(join(directory, folder, file), file, evidence);
  } catch {
    return null;
  }
}

/** Whose data a file has; null: there is no such file, or it does not say. @throws StoreError */
function ownershipOf(path: string, file: DataFile, { present, firstPage }: Evidence): Ownership | null {
  return inFile(path, (db) => {
    const stored = ownerIn(db);
    if (stored === null) return null;
    const known = firstPage === null ? new Set<string>() : knownUuids(db, file);
    return whoseData({ stored, present, known, firstPage });
  });
}

function knownUuids(db: DatabaseSync, file: DataFile): Set<string> {
  return new Set(
    db
      .prepare(queries[file].known)
      .all()
      .map((row) => uuidRow.parse(row).uuid),
  );
}

/** Whether a file has data that was read. Of one that cannot be read, nobody knows. */
function hasReading(path: string, file: DataFile): boolean {
  return inFile(path, (db) => db.prepare(queries[file].hasReading).get() !== undefined) ?? existsSync(path);
}

export function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
