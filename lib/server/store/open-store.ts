import 'server-only';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { prepareDataDirectory, STORE, USERS_RECORD } from './data-directory.ts';
import { createMemoryStore } from './memory-store.ts';
import { noOtherData, type OtherData, openOtherData } from './other-data.ts';
import { setAside } from './set-aside.ts';
import { isDamaged, toStoreError } from './sqlite-problem.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Store, StoreProblem } from './store.ts';
import { type Owner, ownerOf } from './whose-data.ts';

export interface OpenedStore {
  store: Store;
  /** Why records do not survive a restart; null when they do. */
  problem: StoreProblem | null;
  /** Whether the existing file was unusable and has been renamed. */
  setAside: boolean;
}

/**
 * Opens the store of a data directory. If it cannot be written, the product runs with a temporary copy or
 * with memory, and the reason is returned. A damaged file, or one of another version, is set aside (renamed); one that cannot be
 * used for another reason is left as it is. Data of another base URL or key is set aside and not shown (data-directory.ts).
 *
 * @param directory the directory of the file; null: nothing is stored (demo data)
 * @param about.now epoch ms
 */
export function openStore(
  directory: string | null,
  upstream: { baseUrl: URL; apiKey: string } | null,
  about: { now: number; log: Pick<Logger, 'warn' | 'info'> },
): OpenedStore & { otherData: OtherData } {
  if (directory === null || upstream === null) {
    return { store: createMemoryStore(), problem: null, setAside: false, otherData: noOtherData };
  }
  const path = join(directory, STORE);
  const owner = ownerOf(upstream);
  try {
    const users = prepareDataDirectory(directory, owner, about);
    const opened = openOrSetAside(path, owner);
    // Operations take effect in order, so that whoever reads it finds it.
    if (users) opened.store.write(USERS_RECORD, users).catch(() => undefined);
    const otherData = openOtherData({ directory, present: owner, store: opened.store, log: about.log });
    return { ...opened, problem: null, otherData };
  } catch (error) {
    const { problem } = toStoreError(error);
    // A file that another process has open could change while it is copied.
    const copy = problem === 'in_use' ? null : openCopy(path, owner);
    return { store: copy ?? createMemoryStore(), problem, setAside: false, otherData: noOtherData };
  }
}

function openOrSetAside(path: string, owner: Owner): { store: Store; setAside: boolean } {
  try {
    return { store: openSqliteStore(path, owner), setAside: false };
  } catch (error) {
    if (!isDamaged(error)) throw error;
    setAside(path);
    return { store: openSqliteStore(path, owner), setAside: true };
  }
}

/** Opens a temporary copy of a file that cannot be written; null when that fails. Closing deletes it. */
function openCopy(path: string, owner: Owner): Store | null {
  if (!existsSync(path)) return null;
  let folder: string | null = null;
  const remove = () => folder && rmSync(folder, { recursive: true, force: true });
  try {
    folder = mkdtempSync(join(tmpdir(), 'sightline-'));
    // The build must not look for the file: it would include the whole project, and warn of it.
    const copy = join(/* turbopackIgnore: true */ folder, STORE);
    for (const suffix of ['', '-wal']) copyIfFile(`${path}${suffix}`, `${copy}${suffix}`);
    const store = openSqliteStore(copy, owner);
    return { ...store, close: () => store.close().finally(remove) };
  } catch {
    remove();
    return null;
  }
}

function copyIfFile(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })?.isFile()) copyFileSync(from, to);
}
