import 'server-only';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  type DataFile,
  findOurs,
  foldersIn,
  HISTORY,
  ownershipIn,
  removeIfEmpty,
  STORE,
  takeOver,
  timeOfFolder,
} from './data-directory.ts';
import { inFile, ownerIn } from './owner-rows.ts';
import { removeDatabase } from './set-aside.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';
import type { Owner, Ownership } from './whose-data.ts';

/** The record with the usage over time (persistent-ledger.ts). */
const USAGE_RECORD = 'usage-history';
/** The record with the last list (container.ts). */
const LIST_RECORD = 'snapshot';

/** Data in a folder of the data directory that is not shown. */
interface OtherDataFolder {
  folder: string;
  /** When it was set aside, ISO 8601. */
  at: string;
  reason: Exclude<Ownership, 'ours'>;
}

/** How the running process goes on from data that turned out to be its organization's. */
interface CarryOver {
  /** @param move puts the stored history into place, and must be called while no file of the history is open */
  history(move: () => void): Promise<void>;
  /** Called before the records are copied. @param usageHistory the parts of that record, which has been written anew since */
  usage(usageHistory: readonly string[]): Promise<void>;
  /** Called after the records were copied. */
  list(): Promise<void>;
}

/** The data that was set aside, and the attempt to recognize the organization in it. */
export interface OtherData {
  list(): OtherDataFolder[];
  /** Called when monitors were read with the present key before, so that what is set aside belongs to others. */
  conclude(): void;
  /**
   * Called with each page that was read, until the first one with monitors. If data that was set aside at this base URL knows
   * any of them, it is carried over.
   *
   * @param uuids of the monitors, in upper or lower case
   */
  recognize(uuids: readonly string[], carryOver: CarryOver): Promise<void>;
}

/** Of demo data, and of replicas. */
export const noOtherData: OtherData = { list: () => [], conclude: () => {}, recognize: async () => {} };

/** @param parts.store the records of the present key */
export function openOtherData(parts: {
  directory: string;
  present: Owner;
  store: Store;
  log: Pick<Logger, 'warn' | 'info'>;
}): OtherData {
  const { directory, present, store, log } = parts;
  /** `failed`: it is not known whose data is set aside until the next start. */
  let state: 'pending' | 'concluded' | 'failed' = 'pending';

  const atStart = foldersIn(directory).map((folder) => {
    const whose = (file: DataFile) => ownershipIn(directory, folder, file, { present, firstPage: null });
    return { folder, whose: whose(STORE) ?? whose(HISTORY) };
  });

  async function carryOverRecords(folder: string, carryOver: CarryOver): Promise<void> {
    const path = join(directory, folder, STORE);
    const owner = inFile(path, ownerIn);
    if (owner === null) return;
    const earlier = openSqliteStore(path, owner);
    try {
      const usage = await earlier.read(USAGE_RECORD);
      if (usage !== null) await carryOver.usage(usage);
      await copyRecords(earlier, store);
    } finally {
      await earlier.close();
    }
    await carryOver.list();
    // All of it is in the present store now.
    removeDatabase(path);
    removeIfEmpty(join(directory, folder));
  }

  async function carryOverFrom(firstPage: readonly string[], carryOver: CarryOver): Promise<void> {
    const find = (file: DataFile) => findOurs(directory, file, { present, firstPage });
    const [records, history] = [find(STORE), find(HISTORY)];
    // The list comes last: while there is none, a process that was killed in between is followed by another attempt.
    if (history) await carryOver.history(() => takeOver(directory, history, present));
    if (records) await carryOverRecords(records, carryOver);
    if (records || history) log.info({ records, history }, 'the organization was recognized by its monitors');
  }

  return {
    list: () =>
      atStart
        .filter(({ folder }) => existsSync(join(directory, folder)))
        .map(({ folder, whose }) => ({ folder, at: timeOfFolder(folder), reason: reasonOf(whose, state) })),
    conclude() {
      state = 'concluded';
    },
    async recognize(uuids, carryOver) {
      if (state !== 'pending' || uuids.length === 0) return;
      state = 'concluded';
      try {
        await carryOverFrom(
          uuids.map((uuid) => uuid.toLowerCase()),
          carryOver,
        );
      } catch (error) {
        state = 'failed';
        log.warn({ err: error }, 'data that was set aside could not be used');
        return;
      }
      for (const { folder, whose } of atStart) {
        if (whose === 'unproven' && existsSync(join(directory, folder)))
          log.warn({ folder }, 'data that was set aside is of another organization');
      }
    },
  };
}

function reasonOf(
  whose: Ownership | null,
  state: 'pending' | 'concluded' | 'failed',
): OtherDataFolder['reason'] {
  if (whose === 'other_base_url') return whose;
  return state === 'concluded' ? 'other_organization' : 'unproven';
}

/** Copies the records that have not been written since, in the order in which they were written, and the list at last. */
async function copyRecords(from: Store, to: Store): Promise<void> {
  const keys = (await from.keys('')).reverse().filter((key) => key !== LIST_RECORD);
  for (const key of [...keys, LIST_RECORD]) {
    const parts = await from.read(key);
    if (parts !== null && (key === LIST_RECORD || (await to.read(key)) === null)) await to.write(key, parts);
  }
}
