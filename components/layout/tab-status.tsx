'use client';

import { focusManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useInventoryStatus } from '@/components/monitor/use-inventory-status';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery, monitorListsKey } from '@/lib/client/queries';
import { withBasePath } from '@/lib/text/base-path';

/** The smallest query whose response has the number of down monitors. Its order is served from the inventory. */
const downCountQuery = { page: 1, per_page: 1, sort: 'attention', order: 'asc', facets: false } as const;

/**
 * Polls the number of down monitors for the document title (`page-title.tsx`) where no list polls: on other
 * pages, and in a background tab. Renders the icon link: with a red dot while any monitor is down.
 */
export function TabStatus() {
  const onList = usePathname() === '/monitors';
  const hidden = useSyncExternalStore(
    (onChange) => focusManager.subscribe(onChange),
    () => !focusManager.isFocused(),
    () => false,
  );
  const queryClient = useQueryClient();
  const context = useRequestContext();
  const { isPaused } = context;
  useQuery({
    ...monitorListQuery(downCountQuery, context),
    enabled: !onList || hidden,
    refetchIntervalInBackground: true,
  });
  const reported = useRef(isPaused);
  useEffect(() => {
    if (reported.current === isPaused) return;
    reported.current = isPaused;
    // The server learns of a pause from the next request. Sent at once, so that it stops reading for this viewer.
    queryClient.refetchQueries({ queryKey: monitorListsKey, type: 'active' });
  }, [queryClient, isPaused]);
  const down = (useInventoryStatus()?.counts?.condition.down ?? 0) > 0;
  return (
    <link
      rel="icon"
      type="image/svg+xml"
      sizes="any"
      href={withBasePath(down ? '/icon-down.svg' : '/icon.svg')}
    />
  );
}
