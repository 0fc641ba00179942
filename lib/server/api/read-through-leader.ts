import 'server-only';
import { z } from 'zod';
import { type ReadNowAnswer, readNowSchema } from '../../contract/read-now.ts';
import { FailureError, isFailure } from '../errors.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { PublishedInventory } from '../inventory/snapshot/publish-inventory.ts';
import { failureSchema } from '../quota/stored-failure.ts';
import type { LeaderRequests } from '../replicas/leader-requests.ts';
import type { Lease } from '../replicas/lease.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import type { Reading } from '../upstream/reading.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { parseDetail, serializeDetail } from '../upstream/stored-details.ts';
import { readMonitorUuid } from './parameters.ts';
import { type ReadNow, refusedBy } from './read-now.ts';

/** The answer to `detail`: what the leader has read, the failure that prevented it, and the number of requests it took. */
const detailAnswer = z.object({
  sent: z.int().nonnegative(),
  detail: z.string().nullable(),
  failure: failureSchema.nullable(),
});
type DetailAnswer = z.infer<typeof detailAnswer>;

/**
 * Reads a monitor through the leader, for `GatewayParts.readByLeader`.
 *
 * @returns null if this replica leads itself
 */
export function readByLeader(
  lease: Pick<Lease, 'term'>,
  requests: LeaderRequests,
): (uuid: string, onSent?: () => void) => Promise<Reading<WireDetail>> | null {
  async function ask(uuid: string, onSent: () => void = () => {}): Promise<Reading<WireDetail>> {
    const { sent, detail, failure } = detailAnswer.parse(await requests.ask('detail', uuid));
    for (let request = 0; request < sent; request += 1) onSent();
    if (failure !== null || detail === null) throw new FailureError(failure ?? { code: 'no_leader' });
    return parseDetail(detail, uuid);
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

  async function readDetail(uuid: string): Promise<DetailAnswer> {
    let sent = 0;
    const onSent = () => {
      sent += 1;
    };
    try {
      const { reading, degraded } = await details.get(uuid, { untilRead: true, onSent });
      const failure = degraded && failureSchema.parse(degraded.failure);
      return { sent, detail: serializeDetail(reading), failure };
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.failure.code === 'monitor_not_found') inventory.remove(uuid);
      return { sent, detail: null, failure: failureSchema.parse(error.failure) };
    }
  }

  requests.serve('detail', (uuid) => readDetail(readMonitorUuid(uuid)));
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
      const code = isFailure(error) ? error.failure.code : null;
      if (code === 'storage_unreachable' || code === 'no_leader') return refusedBy({ code });
      throw error;
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
