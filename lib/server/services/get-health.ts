import 'server-only';
import type { Health } from '@/lib/contract/health';
import type { Gateway } from '../gateway';
import type { Inventory } from '../inventory/inventory.ts';

/** How the server is, in a word that anyone may know, and whether there is something to show. Costs no upstream request. */
export type GetHealth = () => { health: Health; ready: boolean };

export function createGetHealth(parts: { gateway: Gateway; inventory: Inventory }): GetHealth {
  const words = { untried: 'starting', answering: 'ok', failing: 'degraded' } as const;
  return () => ({
    health: { status: words[parts.gateway.upstreamState()] },
    ready: parts.inventory.view().index !== null,
  });
}
