'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useInventoryStatus } from '@/components/monitor/use-inventory-status';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery, monitorListsKey } from '@/lib/client/queries';
import type { InventoryQuery } from '@/lib/contract/inventory-query';

/** The smallest question whose answer tells how many are down. Its order makes it one that never goes upstream. */
const downCountQuery: InventoryQuery = {
  page: 1,
  per_page: 1,
  sort: 'attention',
  order: 'asc',
  facets: false,
};

/**
 * Requests the number for the tab's title, which `page-title.tsx` writes, where no list does it: on other pages, and in a
 * tab that lies behind others, which is where it is looked at. And draws the tab's icon: a red dot while anything is down.
 */
export function TabStatus() {
  const onList = usePathname() === '/monitors';
  const hidden = useHidden();
  const queryClient = useQueryClient();
  const context = useRequestContext();
  const { refreshInterval } = context;
  useQuery({
    ...monitorListQuery(downCountQuery, context),
    enabled: !onList || hidden,
    refetchIntervalInBackground: true,
  });
  const reported = useRef(refreshInterval);
  useEffect(() => {
    if (reported.current === refreshInterval) return;
    reported.current = refreshInterval;
    // The server learns of a pause by the next request: sent now, it does not go on reading for a viewer who has paused.
    queryClient.refetchQueries({ queryKey: monitorListsKey, type: 'active' });
  }, [queryClient, refreshInterval]);
  const down = (useInventoryStatus()?.counts?.condition.down ?? 0) > 0;
  return <link rel="icon" type="image/svg+xml" sizes="any" href={down ? '/icon-down.svg' : '/icon.svg'} />;
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** Whether the tab is out of sight. */
function useHidden(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'hidden',
    () => false,
  );
}
