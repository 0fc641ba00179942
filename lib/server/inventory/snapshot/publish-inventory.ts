import 'server-only';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Failure } from '../../errors.ts';
import { failureSchema } from '../../quota/stored-failure.ts';
import type { Lease } from '../../replicas/lease.ts';
import { notify } from '../../replicas/messages.ts';
import { compressLines, decompressLines } from '../../storage/compressed-lines.ts';
import type { Tables } from '../../storage/database.ts';
import { parseJson } from '../../storage/parse-json.ts';
import { StorageError } from '../../storage/problem.ts';
import type { Storage } from '../../storage/storage.ts';
import { wallTime } from '../../storage/wall-time-schema.ts';
import type { Inventory } from '../inventory.ts';
import type { Snapshot } from './snapshot.ts';
import { parseStoredSnapshot, storedSnapshot } from './stored-snapshot.ts';

/** A status of another version is neither applied nor replaced. */
const VERSION = 1;
const ROW = 1;

const problemFailure: z.ZodType<Failure> = z.union([
  failureSchema,
  z.object({ code: z.literal('internal') }),
]);

const versionSchema = z.object({ version: z.number() });
const FOREIGN = 'left a stored record of another version alone';

/** `term` and `sequence` order the publications. A smaller one comes from a database that was restored from an older copy. */
const statusSchema = z.object({
  version: z.literal(VERSION),
  baseUrl: z.string(),
  term: z.number(),
  sequence: z.number(),
  state: z.enum(['complete', 'reading', 'incomplete']),
  total: z.number(),
  snapshotAt: wallTime,
  refreshAt: wallTime,
  problem: z.object({ failure: problemFailure, since: wallTime }).nullable(),
  lastCrawl: z.object({ startedAt: wallTime, endedAt: wallTime, requests: z.int() }).nullable(),
});

/** Records a list together with what `save` stores, and tells whether both could be stored. */
type RecordWith = (save: (trx: Transaction<Tables>) => Promise<void>) => Promise<boolean>;

/** Stores the list for the next process and the other replicas, which show the same rows, state and times. */
export interface PublishedInventory {
  /** Publishes what the inventory shows, as soon as possible, if this replica leads. */
  publish(): void;
  /**
   * Stores a list in the transaction that records it in the history, so that both always come from the same crawl.
   *
   * @param record records it, and passes its transaction to `save`
   */
  recordWith(snapshot: Snapshot, record: RecordWith): void;
  /** Resolves when all changes so far are published, or could not be. */
  published(): Promise<void>;
  /**
   * Shows what is published, unless it is shown already or is older.
   *
   * @returns whether another version of Sightline has published it
   * @throws StorageError
   */
  look(): Promise<{ isForeign: boolean }>;
  /** Replaces a publication of another version from now on, because no replica of that version runs. */
  replaceForeign(): void;
}

/**
 * @param parts.baseUrl of the API: a publication of another one is not shown
 * @param parts.isProven whether stored data may be shown (ownership.ts)
 * @param parts.nameBody returns a name for a snapshot that no other has
 */
export function publishInventory(parts: {
  storage: Pick<Storage, 'engine' | 'read' | 'asLeader'>;
  inventory: Pick<Inventory, 'current' | 'adopt' | 'restore'>;
  lease: Pick<Lease, 'term'>;
  baseUrl: string;
  isProven: () => boolean;
  nameBody: () => string;
  log: Pick<Logger, 'warn'>;
}): PublishedInventory {
  const { storage, inventory, lease, baseUrl, isProven, nameBody, log } = parts;
  const names = new WeakMap<Snapshot, string>();
  /** The body in the table, as far as known. */
  let storedBody: string | null = null;
  /** The last status that was read or written. */
  let knownStatus: string | null = null;
  let newest = { term: 0, sequence: 0 };
  let hasChanged = false;
  let isForeign = false;
  let working: Promise<void> = Promise.resolve();
  let isWaiting = false;
  /** The list that the history is recording, until both are stored or could not be. */
  let recording: { snapshot: Snapshot; ended: Promise<void> } | null = null;

  function nameOf(snapshot: Snapshot): string {
    const name = names.get(snapshot) ?? nameBody();
    names.set(snapshot, name);
    return name;
  }

  /** @returns the status that it has written */
  async function writeRow(
    trx: Transaction<Tables>,
    term: number,
    { version, body }: { version: string; body: Uint8Array | null | undefined },
  ): Promise<string> {
    const { snapshot: _, ...rest } = inventory.current();
    newest = { term, sequence: newest.term === term ? newest.sequence + 1 : 1 };
    const status = JSON.stringify({ version: VERSION, baseUrl, ...newest, ...rest });
    const changes = body === undefined ? { version, status } : { version, status, body };
    await trx
      .insertInto('snapshot')
      .values({ id: ROW, ...changes })
      .onConflict((row) => row.column('id').doUpdateSet(changes))
      .execute();
    if (storage.engine === 'postgresql') await notify(trx, 'snapshot');
    return status;
  }

  async function write(term: number): Promise<void> {
    const { snapshot, state } = inventory.current();
    // `writeWith` stores it.
    if (snapshot !== null && snapshot === recording?.snapshot) return;
    hasChanged = false;
    const version = snapshot === null ? '' : nameOf(snapshot);
    const isBodyNew = version !== storedBody;
    // With SQLite only complete lists are stored. The next process crawls at once and needs nothing else.
    if (storage.engine === 'sqlite' && (!isBodyNew || state === 'reading')) return;
    const body =
      snapshot === null ? null : isBodyNew ? await compressLines(storedSnapshot(snapshot)) : undefined;
    knownStatus = await storage.asLeader((trx) => writeRow(trx, term, { version, body }));
    storedBody = version;
  }

  /** Stores a list with what the history records of it. Without the history it is stored like any other. */
  async function writeWith(snapshot: Snapshot, record: RecordWith): Promise<void> {
    hasChanged = true;
    if (!isProven()) return;
    // Compresses before the transaction, which blocks all others with SQLite.
    const body = await compressLines(storedSnapshot(snapshot));
    const version = nameOf(snapshot);
    let status: string | null = null;
    const isStored = await record(async (trx) => {
      const term = lease.term();
      if (term !== null && !isForeign) status = await writeRow(trx, term, { version, body });
    });
    if (isStored && status !== null) [storedBody, knownStatus] = [version, status];
  }

  async function snapshotOf(version: string): Promise<Snapshot | null> {
    if (version === '') return null;
    const shown = inventory.current().snapshot;
    if (shown && names.get(shown) === version) return shown;
    const row = await storage.read((db) =>
      db.selectFrom('snapshot').select(['version', 'body']).where('id', '=', ROW).executeTakeFirst(),
    );
    // It was replaced meanwhile: the next look shows the newer one.
    if (!row?.body || row.version !== version) throw new StorageError('other');
    const snapshot = await parseStoredSnapshot(await decompressLines(row.body));
    names.set(snapshot, version);
    return snapshot;
  }

  async function read(): Promise<void> {
    if (!isProven()) return;
    const row = await storage.read((db) =>
      db.selectFrom('snapshot').select(['version', 'status']).where('id', '=', ROW).executeTakeFirst(),
    );
    if (row?.status === knownStatus && row !== undefined) return;
    // It is gone, or older than what is known: the leader publishes again.
    storedBody = null;
    hasChanged = true;
    if (row === undefined) return;
    const json = parseJson(row.status);
    const wasForeign = isForeign;
    isForeign = versionSchema.safeParse(json).data?.version !== VERSION;
    if (isForeign) {
      if (!wasForeign) log.warn({ record: 'snapshot' }, FOREIGN);
      knownStatus = row.status;
      return;
    }
    try {
      const { version: _, term, sequence, baseUrl: of, ...rest } = statusSchema.parse(json);
      const isOlder = term < newest.term || (term === newest.term && sequence < newest.sequence);
      if (isOlder || of !== baseUrl) return;
      const snapshot = await snapshotOf(row.version);
      newest = { term, sequence };
      [storedBody, knownStatus, hasChanged] = [row.version, row.status, false];
      if (storage.engine === 'postgresql') inventory.adopt({ ...rest, snapshot });
      else if (snapshot !== null) inventory.restore(snapshot);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      log.warn({ record: 'snapshot' }, 'ignored a stored record that cannot be parsed');
    }
  }

  /** A leader reads first, too: the database may have been replaced by an older copy. */
  async function exchange(): Promise<void> {
    await read();
    const term = lease.term();
    if (term !== null && hasChanged && !isForeign && isProven()) await write(term);
  }

  /** Runs `exchange`, one at a time, and at most once more for any number of calls meanwhile. */
  function exchangeSoon(): Promise<void> {
    if (isWaiting) return working;
    isWaiting = true;
    working = working
      .catch(() => {})
      .then(() => {
        isWaiting = false;
        return exchange();
      })
      .catch((error: unknown) => {
        hasChanged = true;
        throw error;
      });
    return working;
  }

  return {
    publish() {
      hasChanged = true;
      if (lease.term() !== null) exchangeSoon().catch(() => {});
    },
    recordWith(snapshot, record) {
      const ended = Promise.resolve(recording?.ended)
        .then(() => writeWith(snapshot, record))
        .then(() => {
          if (recording?.snapshot === snapshot) recording = null;
          if (hasChanged && lease.term() !== null) exchangeSoon().catch(() => {});
        });
      recording = { snapshot, ended };
    },
    async published() {
      await recording?.ended;
      await working.catch(() => {});
    },
    async look() {
      await exchangeSoon();
      return { isForeign };
    },
    replaceForeign() {
      isForeign = false;
    },
  };
}
