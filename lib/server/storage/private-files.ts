import 'server-only';
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The bit of folders that several users share, such as /tmp. */
const STICKY = 0o1000;

/** Creates a file that only its owner can read, unless there is one. SQLite gives its journals the same mode. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * Creates a directory that only its owner can read. In an existing one it removes the permissions of other users, also from the
 * files that begin with `name`. A directory or file of another user, such as the root of a mounted volume, stays as it is; so does
 * one in a file system without permissions.
 */
export function ensurePrivateDirectory(directory: string, name: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if ((statSync(directory).mode & STICKY) === 0) tryToChmod(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isFile() && entry.name.startsWith(name)) tryToChmod(join(directory, entry.name), 0o600);
  }
}

function tryToChmod(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Opening it shows whether the product can use it.
  }
}
