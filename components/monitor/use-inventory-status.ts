import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cachedLists } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';

type Meta = Pick<MonitorList['meta'], 'as_of' | 'inventory'>;

/** The inventory status of the newest cached list; null before the first. */
export function useInventoryStatus(): Meta['inventory'] | null {
  return useNewestMeta((meta) => meta.inventory);
}

/** The time of the newest cached list, ISO 8601; null before the first. */
export function useInventoryAsOf(): string | null {
  return useNewestMeta((meta) => meta.as_of);
}

/** @param select must return the same value for the same response, to avoid unnecessary renders */
function useNewestMeta<T>(select: (meta: Meta) => T): T | null {
  const queryClient = useQueryClient();
  const read = () => {
    const newest = newestMeta(cachedLists(queryClient).map(({ meta }) => meta));
    return newest && select(newest);
  };
  // Batched, because hydration changes the cache during rendering.
  const subscribe = (onChange: () => void) =>
    queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange));
  return useSyncExternalStore(subscribe, read, read);
}

/** The newest of several responses; among equal times during the first crawl, the one with the most monitors. */
export function newestMeta<M extends Meta>(metas: readonly M[]): M | null {
  return metas.reduce<M | null>((best, meta) => (best === null || isNewer(meta, best) ? meta : best), null);
}

/** The server's times have one format, so they can be compared as strings. */
function isNewer(meta: Meta, than: Meta): boolean {
  if (meta.as_of !== than.as_of) return meta.as_of > than.as_of;
  return meta.inventory.read >= than.inventory.read;
}
