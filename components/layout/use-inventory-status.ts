import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cachedLists } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/answers';

/** What is known of the whole inventory, from whichever list answer is the newest; null before the first. */
export function useInventoryStatus(): MonitorList['meta']['inventory'] | null {
  const queryClient = useQueryClient();
  const read = () => newestInventory(cachedLists(queryClient).map(({ meta }) => meta));
  // Batched, because the cache also changes while a page that brings a list is rendered.
  const subscribe = (changed: () => void) =>
    queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed));
  return useSyncExternalStore(subscribe, read, read);
}

type Meta = Pick<MonitorList['meta'], 'as_of' | 'inventory'>;

/** Of what several answers say of the whole inventory, the newest; in a first crawl, of what has read furthest. */
export function newestInventory(metas: readonly Meta[]): Meta['inventory'] | null {
  const newest = metas.reduce<Meta | null>(
    (best, meta) => (best === null || isNewer(meta, best) ? meta : best),
    null,
  );
  return newest?.inventory ?? null;
}

/** Instants of the server in one notation, so that their texts stand in their order. */
function isNewer(meta: Meta, than: Meta): boolean {
  if (meta.as_of !== than.as_of) return meta.as_of > than.as_of;
  return meta.inventory.read >= than.inventory.read;
}
