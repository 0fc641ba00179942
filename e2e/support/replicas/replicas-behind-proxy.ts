import { z } from 'zod';
import { ask } from '../http/read.ts';
import type { Product } from '../products/product.ts';
import { plenty } from '../products/stack.ts';
import { stoppedClock } from '../upstream/static-reference-api.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { metaOf, type startReplicas } from './replicas.ts';

/**
 * Starts replicas whose connections to the database go through one proxy that can fail.
 *
 * @param replicaSet the fixture of this name
 */
export async function startBehindProxy(
  replicaSet: typeof startReplicas,
  {
    count = 1,
    env = {},
    prepare = () => {},
  }: {
    count?: number;
    env?: Record<string, string>;
    /** Called before the replicas start. */
    prepare?: (proxy: FaultProxy) => void;
  },
) {
  const api = { monitors: 120, limits: plenty, clock: stoppedClock() };
  const set = await replicaSet({ count: 0, api, env });
  const proxy = await startFaultProxy(set.databaseUrl);
  set.closeLast(proxy);
  prepare(proxy);
  const start = () => set.add({ SIGHTLINE_DATABASE_URL: proxy.url });
  const [product] = await Promise.all(Array.from({ length: count }, start));
  if (!product) throw new Error('no replica');
  return { ...set, proxy, product, start };
}

const listSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.object({ as_of: z.iso.datetime(), inventory: z.object({ state: z.string() }) }),
});

/**
 * Returns what a replica shows: the rows, when it read them, and whether they are complete. Null: it has no rows, or
 * is still reading the list.
 */
export async function shownBy({ url }: Product, cookie = '') {
  const { status, text } = await ask(`${url}/api/monitors`, { headers: { Cookie: cookie } });
  if (status !== 200) return null;
  const { data, meta } = listSchema.parse(JSON.parse(text));
  const { state } = meta.inventory;
  return state === 'reading' ? null : { rows: data, asOf: meta.as_of, state };
}

/** Returns the code of the reason why a replica shows old data; null when its data is current. */
export const degradedCode = async (product: Product) => (await metaOf(product)).meta.degraded?.code ?? null;
