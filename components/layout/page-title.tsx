'use client';

import { useInventoryStatus } from '@/components/monitor/use-inventory-status';
import type { MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';

/**
 * The title of the page's tab, with the number down before it: "(3) Monitors · Sightline". Every page renders one,
 * and none has a title in its `metadata`: there would be two, and the browser shows the first.
 */
export function PageTitle({ name }: { name: string }) {
  return (
    <>
      <title>{`${downMark(useInventoryStatus())}${name} · Sightline`}</title>
      {/*
        Next scrolls up to a page that it opens only if the page's beginning is out of view. Ours begin below the header:
        after a page that was scrolled by less than that, the next would begin with the header cut.
      */}
      <span aria-hidden className="absolute top-0" />
    </>
  );
}

/** "(3) " where 3 monitors are down, "(3+) " where more may be among those not read yet, else nothing. */
export function downMark(inventory: MonitorList['meta']['inventory'] | null): string {
  const down = inventory?.counts?.condition.down ?? 0;
  if (inventory === null || down === 0) return '';
  return `(${formatInteger(down)}${inventory.state === 'complete' ? '' : '+'}) `;
}
