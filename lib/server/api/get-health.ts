import 'server-only';
import * as z from 'zod/mini';
import { documented } from '../../contract/documented.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Lease } from '../replicas/lease.ts';
import type { Gateway } from '../upstream/gateway';

/** Response body of `GET /api/health`. */
export const healthSchema = z.object({
  status: documented(
    z.enum(['ok', 'degraded', 'starting']),
    'starting: no response of the API yet; degraded: the last request to the API failed, or the database cannot be reached.',
  ),
});
type Health = z.infer<typeof healthSchema>;

/** Returns the status, and whether there are monitors to show. Sends no upstream request. */
export function getHealth(parts: {
  gateway: Pick<Gateway, 'upstreamState'>;
  inventory: Pick<Inventory, 'shown'>;
  lease: Pick<Lease, 'term'>;
}): { health: Health; ready: boolean } {
  const { problem, index } = parts.inventory.shown();
  const state = parts.gateway.upstreamState();
  // A replica that does not lead may never send a request itself: the leader's result is part of the inventory.
  const isFollower = parts.lease.term() === null;
  const isDegraded = state === 'failing' || problem !== null;
  const isOk = state === 'answering' || (isFollower && index !== null);
  return { health: { status: isDegraded ? 'degraded' : isOk ? 'ok' : 'starting' }, ready: index !== null };
}
