import 'server-only';
import type { Health } from '@/lib/contract/health';
import type { Gateway } from '../gateway';
import type { Inventory } from '../inventory/inventory.ts';

/**
 * Returns the public health status, and whether there are monitors to show (`ready`). Sends no upstream request.
 */
export type GetHealth = () => { health: Health; ready: boolean };

export function createGetHealth(parts: { gateway: Gateway; inventory: Inventory }): GetHealth {
  const statusOf = { untried: 'starting', answering: 'ok', failing: 'degraded' } as const;
  return () => ({
    health: { status: statusOf[parts.gateway.upstreamState()] },
    ready: parts.inventory.view().index !== null,
  });
}
