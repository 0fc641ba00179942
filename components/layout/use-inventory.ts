import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { cachedLists } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/answers';
import { newestInventory } from './down-mark';

/** What is known of the whole inventory, from whichever list answer is the newest; null before the first. */
export function useInventory(): MonitorList['meta']['inventory'] | null {
  const queryClient = useQueryClient();
  const read = () => newestInventory(cachedLists(queryClient).map(({ meta }) => meta));
  // Batched, because the cache also changes while a page that brings a list is rendered.
  const subscribe = (changed: () => void) =>
    queryClient.getQueryCache().subscribe(notifyManager.batchCalls(changed));
  return useSyncExternalStore(subscribe, read, read);
}
