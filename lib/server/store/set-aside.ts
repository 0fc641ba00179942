import 'server-only';
import { existsSync, renameSync, rmSync } from 'node:fs';

/** The file of a database itself, and those that SQLite keeps next to it. */
const suffixes = ['', '-wal', '-shm'] as const;

/** Deletes a database, if there is one. */
export function removeDatabase(path: string): void {
  for (const suffix of suffixes) rmSync(`${path}${suffix}`, { force: true });
}

/** Renames a database, if there is one. */
export function renameDatabase(path: string, to: string): void {
  for (const suffix of suffixes) {
    // The build must not look for the file: it would include the whole project, and warn of it.
    if (existsSync(/* turbopackIgnore: true */ `${path}${suffix}`))
      renameSync(`${path}${suffix}`, `${to}${suffix}`);
  }
}

/**
 * Renames a damaged database, in place of the one that was set aside before, so that such files do not accumulate. If there is
 * no database, the earlier one stays.
 */
export function setAside(path: string): void {
  if (!existsSync(path)) return;
  removeDatabase(`${path}.aside`);
  renameDatabase(path, `${path}.aside`);
}
