import 'server-only';
import type { Health, VerboseHealth } from '@/lib/contract/status';
import { version } from '../../text/version.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Lease } from '../replicas/lease.ts';
import type { Gateway } from '../upstream/gateway';

/** Returns the public status, the one for signed-in callers, and whether there are monitors. Sends no upstream request. */
export function getHealth(parts: {
  gateway: Pick<Gateway, 'upstreamState'>;
  inventory: Pick<Inventory, 'view'>;
  lease: Pick<Lease, 'term'>;
}): { health: Health; verbose: VerboseHealth; ready: boolean } {
  const { problem, index } = parts.inventory.view();
  const state = parts.gateway.upstreamState();
  // A replica that does not lead may never send a request itself: the leader's result is part of the inventory.
  const isFollower = parts.lease.term() === null;
  const isDegraded = state === 'failing' || problem !== null;
  const isOk = state === 'answering' || (isFollower && index !== null);
  const health: Health = { status: isDegraded ? 'degraded' : isOk ? 'ok' : 'starting' };
  const ready = index !== null;
  return { health, verbose: { ...health, ready, version, node: process.versions.node }, ready };
}
