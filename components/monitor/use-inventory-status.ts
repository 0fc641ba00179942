import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cachedLists } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/answers';

type Meta = Pick<MonitorList['meta'], 'as_of' | 'inventory'>;

/** What is known of the whole inventory, from whichever list answer is the newest; null before the first. */
export function useInventoryStatus(): Meta['inventory'] | null {
  return useNewestMeta((meta) => meta.inventory);
}

/** When the newest list that this browser has was read, ISO 8601; null before the first. */
export function useInventoryAsOf(): string | null {
  return useNewestMeta((meta) => meta.as_of);
}

/** @param select gives the same value for the same answer, so that nothing is rendered in vain */
function useNewestMeta<T>(select: (meta: Meta) => T): T | null {
  const queryClient = useQueryClient();
  const read = () => {
    const newest = newestMeta(cachedLists(queryClient).map(({ meta }) => meta));
    return newest && select(newest);
  };
  // Batched, because the cache also changes while a page that brings a list is rendered.
  const subscribe = (changed: () => void) =>
    queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed));
  return useSyncExternalStore(subscribe, read, read);
}

/** Of several answers the newest; in a first crawl, the one that has read furthest. */
export function newestMeta<M extends Meta>(metas: readonly M[]): M | null {
  return metas.reduce<M | null>((best, meta) => (best === null || isNewer(meta, best) ? meta : best), null);
}

/** Instants of the server in one notation, so that their texts stand in their order. */
function isNewer(meta: Meta, than: Meta): boolean {
  if (meta.as_of !== than.as_of) return meta.as_of > than.as_of;
  return meta.inventory.read >= than.inventory.read;
}
