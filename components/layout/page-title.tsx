'use client';

import { useInventoryStatus } from '@/components/monitor/use-inventory-status';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';

/**
 * The document title, prefixed with the number of down monitors: "(3) Monitors · Sightline". Every page
 * renders it instead of a title in its `metadata`; with both, the browser would show the first of two title
 * elements.
 */
export function PageTitle({ name }: { name: string }) {
  return (
    <>
      <title>{`${downMark(useInventoryStatus())}${name} · Sightline`}</title>
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
