'use client';

import { downMark, useInventory } from './use-inventory';

/**
 * The title of the page's tab, with the number down before it: "(3) Monitors · Sightline". Every page renders one,
 * and none has a title in its `metadata`: there would be two, and the browser shows the first.
 */
export function PageTitle({ name }: { name: string }) {
  return <title>{`${downMark(useInventory())}${name} · Sightline`}</title>;
}
