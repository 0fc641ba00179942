import 'server-only';
import { createHmac } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from './memory-store.ts';
import { storeErrorOf } from './sqlite-problem.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { type Store, StoreError, type StoreProblem } from './store.ts';

export interface OpenedStore {
  store: Store;
  /** Why nothing is kept for the next start; null: it is. */
  problem: StoreProblem | null;
  /** The file that was there could not be used. It has another name now. */
  setAside: boolean;
}

const FILE = 'sightline.sqlite';

/**
 * Opens the store of a data directory. One that cannot be written does not keep the product from running: a copy or
 * memory takes its place, with the reason. A file that is damaged or of another version is set aside.
 *
 * @param directory where the file lies; null: nothing is kept (demo data)
 * @param owner whose data it is: data of another base URL or key is never shown
 */
export function openStore(
  directory: string | null,
  owner: { baseUrl: URL; apiKey: string } | null,
): OpenedStore {
  if (directory === null || owner === null) {
    return { store: createMemoryStore(), problem: null, setAside: false };
  }
  const path = join(directory, FILE);
  // Keyed with the key itself: the file must not help anybody to try keys against it.
  const binding = createHmac('sha256', owner.apiKey).update(owner.baseUrl.href).digest('base64url');
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return { ...openOrSetAside(path, binding), problem: null };
  } catch (error) {
    const problem = problemOf(error);
    // What another process has open changes under the hands of who copies it.
    const copy = problem === 'in_use' ? null : openCopy(path, binding);
    return { store: copy ?? createMemoryStore(), problem, setAside: false };
  }
}

function openOrSetAside(path: string, binding: string): { store: Store; setAside: boolean } {
  try {
    return { store: openSqliteStore(path, binding), setAside: false };
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'other') throw error;
    // The one set aside before gives way: what is set aside must not pile up.
    for (const suffix of ['', '-wal', '-shm']) moveIfThere(`${path}${suffix}`, `${path}.aside${suffix}`);
    return { store: openSqliteStore(path, binding), setAside: true };
  }
}

/** What was kept where nothing can be written: as a copy that goes with this process. Null when there is none. */
function openCopy(path: string, binding: string): Store | null {
  if (!existsSync(path)) return null;
  let folder: string | null = null;
  const remove = () => folder && rmSync(folder, { recursive: true, force: true });
  try {
    folder = mkdtempSync(join(tmpdir(), 'sightline-'));
    const copy = join(folder, FILE);
    for (const suffix of ['', '-wal']) copyIfFile(`${path}${suffix}`, `${copy}${suffix}`);
    const store = openSqliteStore(copy, binding);
    return { ...store, close: () => store.close().finally(remove) };
  } catch {
    remove();
    return null;
  }
}

function copyIfFile(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })?.isFile()) copyFileSync(from, to);
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
