'use client';

import { focusManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useInventoryStatus } from '@/components/monitor/use-inventory-status';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery, monitorListsKey } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';
import { withBasePath } from '@/lib/text/base-path';
import { formatInteger } from '@/lib/text/format';

/**
 * The document title, prefixed with the number of down monitors: "(3) Monitors · Sightline". Every page
 * renders it instead of a title in its `metadata`; with both, the browser would show the first of two title
 * elements.
 *
 * @param props.hasCount false for what is printed: the title becomes the name of the file
 */
export function PageTitle({ name, hasCount = true }: { name: string; hasCount?: boolean }) {
  const inventory = useInventoryStatus();
  return (
    <>
      <title>{`${hasCount ? downMark(inventory) : ''}${name} · Sightline`}</title>
      {/*
        After a navigation Next scrolls up only if the beginning of the new page is out of view. Pages begin below the
        header, so a scroll position smaller than the header would be kept. This element is at the very top.
      */}
      <span aria-hidden className="absolute top-0" />
    </>
  );
}

/** "(3) " when 3 monitors are down, "(3+) " when the inventory is incomplete, otherwise an empty string. */
export function downMark(inventory: MonitorList['meta']['inventory'] | null): string {
  const down = inventory?.counts?.condition.down ?? 0;
  if (inventory === null || down === 0) return '';
  return `(${formatInteger(down)}${inventory.state === 'complete' ? '' : '+'}) `;
}

/** The smallest query whose response has the number of down monitors. Its order is served from the inventory. */
const downCountQuery = { page: 1, per_page: 1, sort: 'attention', order: 'asc', facets: false } as const;

/**
 * Polls the number of down monitors for the document title where no list polls: on other
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
