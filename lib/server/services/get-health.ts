import 'server-only';
import type { Health } from '@/lib/contract/health';
import type { Gateway } from '../gateway';
import type { Inventory } from '../inventory/inventory.ts';
import type { Lease } from '../shared/leadership.ts';

/**
 * Returns the public health status, and whether there are monitors to show (`ready`). Sends no upstream request.
 */
export type GetHealth = () => { health: Health; ready: boolean };

export function createGetHealth(parts: {
  gateway: Pick<Gateway, 'upstreamState'>;
  inventory: Pick<Inventory, 'view'>;
  lease: Pick<Lease, 'term'>;
}): GetHealth {
  const { gateway, inventory, lease } = parts;

  function status(): Health['status'] {
    const { problem, index } = inventory.view();
    const state = gateway.upstreamState();
    // A replica that does not lead may never send a request itself: the leader's result is part of the inventory.
    const isFollower = lease.term() === null;
    if (state === 'failing' || (isFollower && problem !== null)) return 'degraded';
    if (state === 'answering' || (isFollower && index !== null)) return 'ok';
    return 'starting';
  }

  return () => ({ health: { status: status() }, ready: inventory.view().index !== null });
}
