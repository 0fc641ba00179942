import { z } from 'zod';
import { ask } from '../http/read.ts';
import type { Product } from '../products/product.ts';
import { waitUntil } from '../wait-until.ts';

const memory = z.object({ used: z.number(), rss: z.number() });

/** Settings of a product whose heap can be measured. */
export const measurableHeap = {
  NODE_OPTIONS: `--expose-gc --import ${new URL('./heap-probe.ts', import.meta.url)}`,
};

/** Returns the product's memory after garbage collection, MiB: JavaScript and buffers, and the complete process. */
export async function heapOf(product: Product): Promise<{ used: number; rss: number }> {
  const address = await waitUntil(
    () => /Heap at (http:\S+)/.exec(product.logs())?.[1] ?? '',
    (found) => found !== '',
    'the product prints where its heap can be measured',
  );
  const { used, rss } = memory.parse(JSON.parse((await ask(address)).text));
  return { used: used / 2 ** 20, rss: rss / 2 ** 20 };
}
