import 'server-only';
import { z } from 'zod';
import { FailureError, isFailure, isOwnFailure } from '../errors.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { LeaderRequests } from '../replicas/leader-requests.ts';
import type { Lease } from '../replicas/lease.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { parseDetail, serializeDetail } from '../upstream/detail-cache.ts';
import type { Reading } from '../upstream/gateway.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { readMonitorUuid } from './parameters.ts';

/** Returns the failure if the leader was not reached, so that no request was sent upstream; null for other errors. */
export function notReached(error: unknown) {
  if (!isFailure(error)) return null;
  return isOwnFailure(error.failure) ? error.failure : null;
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

/** Reads the monitors that other replicas ask for, when this one leads. */
export function serveDetails(
  requests: LeaderRequests,
  details: Pick<DetailCache, 'get'>,
  inventory: Pick<Inventory, 'remove'>,
): void {
  requests.serve('detail', async (pathUuid) => {
    const uuid = readMonitorUuid(pathUuid);
    try {
      const { reading, degraded } = await details.get(uuid, { untilRead: true });
      // The replica that asks has the older detail, too.
      if (degraded) throw new FailureError(degraded.failure);
      return serializeDetail(reading);
    } catch (error) {
      if (isFailure(error) && error.failure.code === 'monitor_not_found') inventory.remove(uuid);
      throw error;
    }
  });
}
