import 'server-only';
import type { Health, VerboseHealth } from '@/lib/contract/health';
import { version } from '../../text/version.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Lease } from '../replicas/lease.ts';
import type { Gateway } from '../upstream/gateway';

/** Returns the public status, the one for signed-in callers, and whether there are monitors. Sends no upstream request. */
export function createGetHealth(parts: {
  gateway: Pick<Gateway, 'upstreamState'>;
  inventory: Pick<Inventory, 'view'>;
  lease: Pick<Lease, 'term'>;
}) {
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

  return (): { health: Health; verbose: VerboseHealth; ready: boolean } => {
    const health = { status: status() };
    const ready = inventory.view().index !== null;
    return { health, verbose: { ...health, ready, version, node: process.versions.node }, ready };
  };
}
