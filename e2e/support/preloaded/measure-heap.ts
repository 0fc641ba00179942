import { expect } from '@playwright/test';
import { z } from 'zod';
import { ask } from '../http/read.ts';
import type { Product } from '../products/product.ts';

const memory = z.object({ used: z.number(), rss: z.number() });

/** Settings of a product whose heap can be measured. */
export const measurableHeap = {
  NODE_OPTIONS: `--expose-gc --import ${new URL('./heap-probe.ts', import.meta.url)}`,
};

/** Returns the product's memory after garbage collection, MiB: JavaScript and buffers, and the complete process. */
export async function heapOf(product: Product): Promise<{ used: number; rss: number }> {
  let address = '';
  await expect
    .poll(() => {
      address = /Heap at (http:\S+)/.exec(product.logs())?.[1] ?? '';
      return address;
    })
    .not.toBe('');
  const { used, rss } = memory.parse(JSON.parse((await ask(address)).text));
  return { used: used / 2 ** 20, rss: rss / 2 ** 20 };
}
