import 'server-only';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ApiAccess } from '../api-access.ts';
import { type Failure, isFailure } from '../errors.ts';
import { parseJson } from '../parse-json.ts';
import { failureSchema } from '../quota/stored-failure.ts';
import type { Lease } from '../shared/leadership.ts';
import type { Publication, Publications } from '../shared/publications.ts';
import { wallTime } from '../store/wall-time-schema.ts';
import type { Inventory } from './inventory.ts';
import type { Refresher } from './refresher.ts';
import type { Snapshot } from './snapshot.ts';
import { parseStoredSnapshotInSteps, storedSnapshot } from './stored-snapshot.ts';

/** A status of another version is not applied. */
const VERSION = 1;

const problemFailure: z.ZodType<Failure> = z.union([
  failureSchema,
  z.object({ code: z.literal('internal') }),
]);

const statusSchema = z.object({
  version: z.literal(VERSION),
  state: z.enum(['complete', 'reading', 'incomplete']),
  total: z.number(),
  snapshotAt: wallTime,
  refreshAt: wallTime,
  problem: z.object({ failure: problemFailure, since: wallTime }).nullable(),
  access: z.object({
    scopes: z.object({ held: z.array(z.string()), complete: z.boolean(), learnedAt: wallTime }).nullable(),
    problem: z.object({ failure: failureSchema, since: wallTime }).nullable(),
    attemptedAt: wallTime,
  }),
  crawl: z
    .object({
      startedAt: z.number(),
      cost: z.int().positive(),
      pages: z.int().positive(),
      isRunning: z.boolean(),
      sent: z.int().nonnegative(),
    })
    .nullable(),
});

/**
 * Publishes what the leading replica has read, and shows it in the others: the same rows, state and times, so that a
 * query has the same response everywhere.
 *
 * @param parts.nameBody returns a name for a snapshot that no other has
 */
export function publishInventory(parts: {
  publications: Publications;
  inventory: Inventory;
  refresher: Refresher;
  /** What is known of the access to upstream is published too. */
  apiAccess: Pick<ApiAccess, 'knowledge' | 'adopt'>;
  lease: Pick<Lease, 'term'>;
  nameBody: () => string;
  log: Pick<Logger, 'warn'>;
}): void {
  const { publications, inventory, refresher, apiAccess, lease, nameBody, log } = parts;
  const names = new WeakMap<Snapshot, string>();
  let hasWarned = false;

  function nameOf(snapshot: Snapshot): string {
    const name = names.get(snapshot) ?? nameBody();
    names.set(snapshot, name);
    return name;
  }

  publications.setSource(() => {
    const { snapshot, ...rest } = inventory.current();
    return {
      status: JSON.stringify({
        version: VERSION,
        ...rest,
        access: apiAccess.knowledge(),
        crawl: refresher.lastCrawl(),
      }),
      body: snapshot && { name: nameOf(snapshot), parts: () => storedSnapshot(snapshot) },
    };
  });

  async function snapshotOf({ bodyName, readBody }: Publication): Promise<Snapshot | null> {
    if (bodyName === null) return null;
    const known = inventory.current().snapshot;
    if (known && names.get(known) === bodyName) return known;
    const snapshot = await parseStoredSnapshotInSteps(await readBody());
    names.set(snapshot, bodyName);
    return snapshot;
  }

  async function adopt(publication: Publication): Promise<void> {
    const { version: _, crawl, access, ...rest } = statusSchema.parse(parseJson(publication.status));
    // A leader that could not read the publication before its own first crawl has something newer.
    if (lease.term() !== null && inventory.current().snapshotAt > rest.snapshotAt) return;
    const snapshot = await snapshotOf(publication);
    if (crawl) refresher.adopt(crawl);
    apiAccess.adopt(access);
    inventory.adopt({ ...rest, snapshot });
  }

  publications.onPublication(async (publication) => {
    try {
      await adopt(publication);
      hasWarned = false;
      return 'adopted';
    } catch (error) {
      if (isFailure(error)) throw error;
      if (!hasWarned) log.warn({ record: 'publication' }, 'left a shared record of another version alone');
      hasWarned = true;
      return 'foreign';
    }
  });
}
