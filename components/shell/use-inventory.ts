'use client';

import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { heldLists } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/answers';
import { newestInventory } from './down-mark';

/** What is known of the whole inventory, from whichever list answer is the newest; null before the first. */
export function useInventory(): MonitorList['meta']['inventory'] | null {
  const client = useQueryClient();
  const read = () => newestInventory(heldLists(client).map(({ meta }) => meta));
  return useSyncExternalStore(
    // Answers may be put into the cache while another component renders: then it is told a moment later.
    (changed) => client.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    read,
    read,
  );
}
