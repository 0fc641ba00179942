import 'server-only';
import { createHmac } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore } from './memory-store.ts';
import { storeErrorOf } from './sqlite-problem.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { type Store, StoreError, type StoreProblem } from './store.ts';

/**
 * Opens the store of a data directory. One that cannot be used does not keep the product from running: memory takes
 * its place, with the reason. A file that is damaged or of another version is set aside under another name.
 *
 * @param directory where the file lies; null: nothing is kept (demo data)
 * @param owner whose data it is: data of another base URL or key is never shown
 */
export function openStore(
  directory: string | null,
  owner: { baseUrl: URL; apiKey: string } | null,
): { store: Store; problem: StoreProblem | null } {
  if (directory === null || owner === null) return { store: createMemoryStore(), problem: null };
  const path = join(directory, 'sightline.sqlite');
  // Keyed with the key itself: the file must not help anybody to try keys against it.
  const binding = createHmac('sha256', owner.apiKey).update(owner.baseUrl.href).digest('base64url');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return { store: openOrSetAside(path, binding), problem: null };
  } catch (error) {
    return { store: createMemoryStore(), problem: problemOf(error) };
  }
}

function openOrSetAside(path: string, binding: string): Store {
  try {
    return openSqliteStore(path, binding);
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'other') throw error;
    // The one set aside before gives way: what is set aside must not pile up.
    for (const suffix of ['', '-wal', '-shm']) moveIfThere(`${path}${suffix}`, `${path}.aside${suffix}`);
    return openSqliteStore(path, binding);
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

function problemOf(error: unknown): StoreProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR' || code === 'EEXIST')
    return 'read_only';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'full';
  return storeErrorOf(error).problem;
}
