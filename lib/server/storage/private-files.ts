import 'server-only';
import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;
/** The bit of folders that several users share, such as /tmp. */
const STICKY = 0o1000;

/** Creates a file that only its owner can read, unless there is one. SQLite gives its journals the same mode. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', FILE_MODE));
}

/**
 * Takes the permissions of all others from a directory, and from the files in it whose names match. What belongs to another
 * user, such as the root of a mounted volume, or has no permissions stays as it is.
 */
export function makePrivate(directory: string, names: RegExp): void {
  if ((statSync(directory).mode & STICKY) === 0) tryToChmod(directory, DIRECTORY_MODE);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isFile() && names.test(entry.name)) tryToChmod(join(directory, entry.name), FILE_MODE);
  }
}

function tryToChmod(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Whether the product can use it shows when it is opened.
  }
}
