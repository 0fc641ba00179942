import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { parseJson } from '../../../text/parse-json.ts';
import { type Failure, upstreamFailureSchema } from '../../errors.ts';
import type { Lease } from '../../replicas/lease.ts';
import { notify } from '../../replicas/messages.ts';
import { compressLines, decompressLines } from '../../storage/compressed-lines.ts';
import type { Tables } from '../../storage/database.ts';
import { epochTime } from '../../storage/epoch-time.ts';
import type { Storage } from '../../storage/storage.ts';
import { StorageError } from '../../storage/storage-error.ts';
import type { Inventory } from '../inventory.ts';
import type { Snapshot } from './snapshot.ts';
import { parseStoredSnapshot, storedSnapshot } from './stored-snapshot.ts';

/** A status of another version is ignored, like a damaged one. */
const VERSION = 1;
const ROW = 1;
/** A value of `version` that no list has. */
const UNREADABLE = 'unreadable';

const problemFailure: z.ZodType<Failure> = z.union([
  upstreamFailureSchema,
  z.object({ code: z.literal('internal') }),
]);

/** `term` and `sequence` order the publications. A smaller one comes from a database that was restored from an older copy. */
const storedStatusSchema = z.object({
  version: z.literal(VERSION),
  baseUrl: z.string(),
  term: z.number(),
  sequence: z.number(),
  state: z.enum(['complete', 'reading', 'incomplete']),
  total: z.number(),
  snapshotAt: epochTime,
  refreshAt: epochTime,
  problem: z.object({ failure: problemFailure, since: epochTime }).nullable(),
  // Missing in a status of an older version.
  reading: z.object({ startedAt: epochTime }).nullable().default(null),
  lastCrawl: z.object({ startedAt: epochTime, endedAt: epochTime, requests: z.int() }).nullable(),
});

/** Records a list in the transaction in which `save` stores it. Resolves with whether both could be stored. */
type RecordWith = (save: (trx: Transaction<Tables>) => Promise<void>) => Promise<boolean>;

/** The row of the table, without the list itself. `version` is a name that no other list has; '' without a list. */
interface StoredRow {
  version: string;
  status: string;
}

export type PublishedInventory = ReturnType<typeof publishInventory>;

/**
 * Stores the list for the next process and the other replicas, which show the same rows, state and times.
 *
 * @param parts.baseUrl the base URL of the API. A list of another API is not shown
 */
export function publishInventory(parts: {
  storage: Pick<Storage, 'engine' | 'read' | 'asLeader'>;
  inventory: Pick<Inventory, 'current' | 'adopt' | 'restore'>;
  lease: Pick<Lease, 'term'>;
  baseUrl: string;
  log: Pick<Logger, 'warn'>;
}) {
  const { storage, inventory, lease, baseUrl, log } = parts;
  const versions = new WeakMap<Snapshot, string>();
  /** The row that was last read or written; null: there is none, or it must be replaced. */
  let known: StoredRow | null = null;
  /** The order of the newest publication. */
  let newest = { term: 0, sequence: 0 };
  let hasChanged = false;
  /** Lists that the history has not recorded yet. */
  const toRecord: [Snapshot, RecordWith][] = [];
  let queue: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;

  function versionOf(snapshot: Snapshot | null): string {
    if (snapshot === null) return '';
    const version = versions.get(snapshot) ?? randomUUID();
    versions.set(snapshot, version);
    return version;
  }

  /** @param body the compressed list; undefined: it is stored already */
  async function write(
    trx: Transaction<Tables>,
    term: number,
    { version, body }: { version: string; body: Uint8Array | null | undefined },
  ): Promise<StoredRow> {
    const { snapshot: _, ...state } = inventory.current();
    hasChanged = false;
    newest = { term, sequence: newest.term === term ? newest.sequence + 1 : 1 };
    const status = JSON.stringify({ version: VERSION, baseUrl, ...newest, ...state });
    const changes = body === undefined ? { version, status } : { version, status, body };
    await trx
      .insertInto('snapshot')
      .values({ id: ROW, ...changes })
      .onConflict((row) => row.column('id').doUpdateSet(changes))
      .execute();
    if (storage.engine === 'postgresql') await notify(trx, 'snapshot');
    return { version, status };
  }

  /** Compresses the list before the transaction, because with SQLite a transaction blocks all others. */
  const bodyOf = (snapshot: Snapshot) => compressLines(storedSnapshot(snapshot));

  /** Stores a list together with its history. If that fails, it is stored without the history. */
  async function writeWithHistory(snapshot: Snapshot, record: RecordWith): Promise<void> {
    hasChanged = true;
    const list = { version: versionOf(snapshot), body: await bodyOf(snapshot) };
    let written: StoredRow | null = null;
    const isStored = await record(async (trx) => {
      const term = lease.term();
      if (term !== null) written = await write(trx, term, list);
    });
    if (isStored) known = written ?? known;
    else hasChanged = true;
  }

  /** Records, shows and publishes. A leader reads, too: the database may have been replaced by an older copy. */
  async function exchange(): Promise<void> {
    for (const [snapshot, record] of toRecord.splice(0)) await writeWithHistory(snapshot, record);
    await read();
    const term = lease.term();
    const { snapshot, state } = inventory.current();
    if (term === null || !hasChanged || toRecord.length > 0) return;
    const version = versionOf(snapshot);
    const isNew = version !== known?.version;
    // With SQLite only complete lists are stored. The next process crawls at once and needs nothing else.
    if (storage.engine === 'sqlite' && (!isNew || state === 'reading')) return;
    const body = isNew ? snapshot && (await bodyOf(snapshot)) : undefined;
    try {
      known = await storage.asLeader((trx) => write(trx, term, { version, body }));
    } catch (error) {
      hasChanged = true;
      throw error;
    }
  }

  async function read(): Promise<void> {
    const row = await storage.read((db) =>
      db.selectFrom('snapshot').select(['version', 'status']).where('id', '=', ROW).executeTakeFirst(),
    );
    if (row !== undefined && row.status === known?.status) return;
    // The publication is gone, or older than the known one. The leader publishes again.
    known = null;
    hasChanged = true;
    if (row === undefined) return;
    try {
      const status = storedStatusSchema.parse(parseJson(row.status));
      const { version: _, term, sequence, baseUrl: source, ...state } = status;
      const isOlder = term < newest.term || (term === newest.term && sequence < newest.sequence);
      if (isOlder || source !== baseUrl) return;
      const snapshot = await snapshotOf(row.version);
      newest = { term, sequence };
      known = row;
      if (storage.engine === 'postgresql') inventory.adopt({ ...state, snapshot });
      else if (snapshot !== null) inventory.restore(snapshot);
      hasChanged = false;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      log.warn({ record: 'snapshot' }, 'ignored a stored record that cannot be parsed');
      known = { version: UNREADABLE, status: row.status };
    }
  }

  /** Returns the published list with this version. @throws StorageError also when it was replaced meanwhile */
  async function snapshotOf(version: string): Promise<Snapshot | null> {
    if (version === '') return null;
    const { snapshot: shown } = inventory.current();
    if (shown && versions.get(shown) === version) return shown;
    const row = await storage.read((db) =>
      db.selectFrom('snapshot').select(['version', 'body']).where('id', '=', ROW).executeTakeFirst(),
    );
    if (!row?.body || row.version !== version) throw new StorageError('other');
    const snapshot = await parseStoredSnapshot(await decompressLines(row.body));
    versions.set(snapshot, version);
    return snapshot;
  }

  /** One exchange runs at a time. Any number of calls share one that has not begun yet. */
  function exchangeSoon(): Promise<void> {
    waiting ??= queue = queue
      .catch(() => {})
      .then(() => {
        waiting = null;
        return exchange();
      });
    return waiting;
  }

  return {
    /** Publishes what the inventory shows, as soon as possible, if this replica leads. */
    publish(): void {
      hasChanged = true;
      if (lease.term() !== null) exchangeSoon().catch(() => {});
    },
    /**
     * Stores a list in the transaction that records it in the history, so that both always come from the same crawl.
     *
     * @param record records it, and passes its transaction to `save`
     */
    recordWith(snapshot: Snapshot, record: RecordWith): void {
      toRecord.push([snapshot, record]);
      exchangeSoon().catch(() => {});
    },
    /** Resolves when all changes so far are published, or could not be. */
    published: () => queue.catch(() => {}),
    /** Shows what is published, unless it is shown already or is older. @throws StorageError */
    look: exchangeSoon,
  };
}
