import 'server-only';
import type { Health } from '@/lib/contract/health';
import type { Gateway } from '../gateway';

/** How the server is, in a word that anyone may know. Costs no upstream request. */
export type GetHealth = () => Health;

export function createGetHealth(parts: { gateway: Gateway }): GetHealth {
  const words = { untried: 'starting', answering: 'ok', failing: 'degraded' } as const;
  return () => ({ status: words[parts.gateway.upstreamState()] });
}
