import { z } from 'zod';
import { ask } from '../http/read.ts';
import { plenty } from '../products/fixtures.ts';
import type { Product } from '../products/product.ts';
import { stoppedClock } from '../upstream/static-reference-api.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { metaOf, startReplicas } from './replicas.ts';

/** Replicas whose connections to the database go through one proxy that can fail. */
export async function startBehindProxy({
  count = 1,
  env = {},
  prepare = () => {},
}: {
  count?: number;
  env?: Record<string, string>;
  /** Called before the replicas start. */
  prepare?: (proxy: FaultProxy) => void;
} = {}) {
  const api = { monitors: 120, limits: plenty, clock: stoppedClock() };
  const set = await startReplicas({ count: 0, api, env });
  const proxy = await startFaultProxy(set.database.port);
  prepare(proxy);
  const start = () => set.add({ SIGHTLINE_DATABASE_URL: proxy.url });
  const [product] = await Promise.all(Array.from({ length: count }, start));
  if (!product) throw new Error('no replica');
  return {
    ...set,
    proxy,
    product,
    start,
    async stop() {
      await set.stop();
      await proxy.close();
    },
  };
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
