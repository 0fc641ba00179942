import 'server-only';
import { createHmac } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStore } from './memory-store.ts';
import { setAside } from './set-aside.ts';
import { isDamaged, toStoreError } from './sqlite-problem.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Store, StoreProblem } from './store.ts';

export interface OpenedStore {
  store: Store;
  /** Why records do not survive a restart; null when they do. */
  problem: StoreProblem | null;
  /** Whether the existing file was unusable and has been renamed. */
  setAside: boolean;
}

const FILE = 'sightline.sqlite';

/**
 * Opens the store of a data directory. If it cannot be written, the product runs with a temporary copy or
 * with memory, and the reason is returned. A damaged file, or one of another version, is set aside (renamed); one that cannot be
 * used for another reason is left as it is.
 *
 * @param directory the directory of the file; null: nothing is stored (demo data)
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
  const binding = bindingOf(owner);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return { ...openOrSetAside(path, binding), problem: null };
  } catch (error) {
    const { problem } = toStoreError(error);
    // A file that another process has open could change while it is copied.
    const copy = problem === 'in_use' ? null : openCopy(path, binding);
    return { store: copy ?? createMemoryStore(), problem, setAside: false };
  }
}

/** Identifies the owner of a file. An HMAC whose key is the API key, so that the key cannot be found from the file. */
export function bindingOf({ baseUrl, apiKey }: { baseUrl: URL; apiKey: string }): string {
  return createHmac('sha256', apiKey).update(baseUrl.href).digest('base64url');
}

function openOrSetAside(path: string, binding: string): { store: Store; setAside: boolean } {
  try {
    return { store: openSqliteStore(path, binding), setAside: false };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    setAside(path);
    return { store: openSqliteStore(path, binding), setAside: true };
  }
}

/** Opens a temporary copy of a file that cannot be written; null when that fails. Closing deletes it. */
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
