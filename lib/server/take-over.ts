import 'server-only';
import { type Clock, sleep } from './clock.ts';
import type { UpstreamFailure } from './errors.ts';
import type { History } from './history/history.ts';
import { rowUuid } from './inventory/crawl/crawl-evidence.ts';
import type { Inventory } from './inventory/inventory.ts';
import type { PublishedInventory } from './inventory/snapshot/publish-inventory.ts';
import type { Snapshot } from './inventory/snapshot/snapshot.ts';
import type { Lease } from './replicas/lease.ts';
import type { Ownership } from './storage/ownership.ts';
import type { createStateRecords } from './storage/state-records.ts';
import type { Storage } from './storage/storage.ts';
import { StorageError, storageFailure, toStorageFailure } from './storage/storage-error.ts';
import type { Gateway } from './upstream/gateway.ts';

/** How often a new leader tries to read the stored state of the last leader. */
const RETRY_MS = 1_000;

/**
 * What a process takes over from the one before, or a replica from the last leader: the list, the ledger and the other records,
 * and the history. And when it may send requests: while everything counted so far is stored.
 *
 * @param parts.past returns the snapshots of a past that is recorded when nothing is stored, the oldest first
 * @param parts.recordAdmission receives the time to store an admission before its request is sent, milliseconds
 */
export function createTakeOver(parts: {
  clock: Clock;
  storage: Storage;
  ownership: Ownership;
  lease: Lease;
  history: History;
  inventory: Pick<Inventory, 'current' | 'restore'>;
  published: PublishedInventory;
  records: ReturnType<typeof createStateRecords>;
  past: (() => Iterable<Snapshot>) | undefined;
  recordAdmission: (tookMs: number) => void;
}) {
  const { clock, storage, ownership, lease, history, inventory, published, records } = parts;

  /** Restores the stored list and state, if they are the organization's. @throws StorageError */
  async function restore(): Promise<void> {
    if (!(await ownership.examine())) return;
    await published.look();
    await records.load();
  }

  /** Starts to record the history, beginning with the changes since the shown list. */
  async function beginToRecord(): Promise<void> {
    if (!ownership.isProven()) return;
    const shown = inventory.current().snapshot;
    const last = await history.lead(shown, parts.past);
    if (last !== null && last !== shown) inventory.restore(last);
  }

  return {
    /** Takes over from the last process. A replica does it when it leads. */
    async start(): Promise<void> {
      if (storage.engine === 'postgresql') return;
      await restore().catch(() => {});
      await beginToRecord();
    },

    /** Takes over from the last leader, as soon as its state can be read (`RefresherParts`). */
    async lead(): Promise<void> {
      for (const term = lease.term(); lease.term() === term; ) {
        try {
          await restore();
          return await beginToRecord();
        } catch (error) {
          if (!(error instanceof StorageError)) throw error;
          await sleep(clock, RETRY_MS);
        }
      }
    },

    /** Reads what the leader has published (`Replicas.start`). */
    async look(): Promise<void> {
      if (lease.term() === null) await restore();
      if (!ownership.isProven()) return;
      await (lease.term() === null ? history.reload() : published.look());
    },

    /** Returns how pages of the list are read. Before a page is used, it shows whether the stored data is of this organization. */
    proving(listPage: Gateway['listPage']): Gateway['listPage'] {
      return async (...request) => {
        const page = await listPage(...request);
        try {
          if (await ownership.prove(page.value.monitors.map(rowUuid))) {
            await restore();
            await beginToRecord();
          }
          return page;
        } catch (error) {
          throw toStorageFailure(error, storage.engine);
        }
      };
    },

    /** Stores the usage, and returns why a request must not be sent; null: it may be (`createGateway`). */
    async beforeSending(): Promise<UpstreamFailure | null> {
      const startedAt = clock.monotonic();
      try {
        await records.flush();
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        if (error.problem === 'not_leader') return { code: 'no_leader' };
        // A process without replicas counts in its memory, and so does one that must read a page to prove whose the stored data is.
        if (storage.engine === 'postgresql' && error.problem !== 'unproven') {
          return storageFailure(error.problem, storage.engine);
        }
      }
      parts.recordAdmission(clock.monotonic() - startedAt);
      return lease.maySend() ? null : { code: 'no_leader' };
    },
  };
}
