import 'server-only';
import { z } from 'zod';
import { type ReadNowAnswer, readNowSchema } from '../../contract/read-now.ts';
import { FailureError, isFailure } from '../errors.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { PublishedInventory } from '../inventory/snapshot/publish-inventory.ts';
import type { LeaderRequests } from '../replicas/leader-requests.ts';
import type { Lease } from '../replicas/lease.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import type { Reading } from '../upstream/reading.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { parseDetail, serializeDetail } from '../upstream/stored-details.ts';
import { readMonitorUuid } from './parameters.ts';
import { type ReadNow, refusedBy } from './read-now.ts';

/** The failure if the leader was not reached, so that nothing was sent upstream. */
function notReached(error: unknown) {
  if (!isFailure(error)) return null;
  const { failure } = error;
  return failure.code === 'storage_unreachable' || failure.code === 'no_leader' ? failure : null;
}

/** Reads a monitor through the leader; null if this replica leads itself. */
export function readByLeader(
  lease: Pick<Lease, 'term'>,
  requests: LeaderRequests,
): (uuid: string, onSent?: () => void) => Promise<Reading<WireDetail>> | null {
  async function ask(uuid: string, onSent: () => void = () => {}): Promise<Reading<WireDetail>> {
    try {
      const detail = await requests.ask('detail', uuid);
      onSent();
      return parseDetail(z.string().parse(detail), uuid);
    } catch (error) {
      if (isFailure(error) && !notReached(error)) onSent();
      throw error;
    }
  }
  return (uuid, onSent) => (lease.term() === null ? ask(uuid, onSent) : null);
}

/** Answers what other replicas ask, when this one leads. */
export function serveReplicas(parts: {
  requests: LeaderRequests;
  details: DetailCache;
  inventory: Pick<Inventory, 'remove'>;
  published: Pick<PublishedInventory, 'published'>;
  readNow: ReadNow;
}): void {
  const { requests, details, inventory, published, readNow } = parts;
  requests.serve('detail', async (pathUuid) => {
    const uuid = readMonitorUuid(pathUuid);
    try {
      const { reading, degraded } = await details.get(uuid, { untilRead: true });
      // Whoever asks has the older detail, too.
      if (degraded) throw new FailureError(degraded.failure);
      return serializeDetail(reading);
    } catch (error) {
      if (isFailure(error) && error.failure.code === 'monitor_not_found') inventory.remove(uuid);
      throw error;
    }
  });
  requests.serve('read_now', async (uuid) => {
    if (uuid === '') return readNow.list();
    const answer = await readNow.monitor(uuid);
    // The list may have been read, too. It is published before this is answered, so that who asks can show it.
    await published.published();
    return answer;
  });
}

/** "Refresh" on any replica. @param parts.readNow of this replica, if it leads */
export function readNowThroughLeader(parts: {
  lease: Pick<Lease, 'term'>;
  requests: LeaderRequests;
  readNow: ReadNow;
  details: Pick<DetailCache, 'forget'>;
  published: Pick<PublishedInventory, 'look'>;
}): ReadNow {
  const { lease, requests, readNow, details, published } = parts;

  /** @param uuid empty: the list */
  async function ask(uuid: string): Promise<ReadNowAnswer> {
    try {
      const answer = readNowSchema.parse(await requests.ask('read_now', uuid));
      await published.look().catch(() => {});
      return answer;
    } catch (error) {
      const failure = notReached(error);
      if (failure === null) throw error;
      return refusedBy(failure);
    }
  }

  return {
    list: async () => (lease.term() === null ? ask('') : readNow.list()),
    async monitor(pathUuid) {
      if (lease.term() !== null) return readNow.monitor(pathUuid);
      const uuid = readMonitorUuid(pathUuid);
      const answer = await ask(uuid);
      details.forget(uuid);
      return answer;
    },
  };
}
