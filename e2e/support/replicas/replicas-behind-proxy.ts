import type { Product } from '../products/product.ts';
import { plenty } from '../products/stack.ts';
import { stoppedClock } from '../upstream/static-reference-api.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { metaOf, type startReplicas } from './replicas.ts';

/**
 * Starts replicas whose connections to the database go through one proxy that can fail.
 *
 * @param replicaSet the fixture of this name
 */
export async function startBehindProxy(
  replicaSet: typeof startReplicas,
  { count, env }: { count: number; env: Record<string, string> },
) {
  const api = { monitors: 120, limits: plenty, clock: stoppedClock() };
  const set = await replicaSet({ count: 0, api, env });
  const proxy = await startFaultProxy(set.databaseUrl);
  set.closeLast(proxy);
  const start = () => set.add({ SIGHTLINE_DATABASE_URL: proxy.url });
  const [product] = await Promise.all(Array.from({ length: count }, start));
  if (!product) throw new Error('no replica');
  return { ...set, proxy, product };
}

/** Returns the code of the reason why a replica shows old data; null when its data is current. */
export const degradedCode = async (product: Product) => (await metaOf(product)).meta.degraded?.code ?? null;
