import type { ReactNode } from 'react';

/**
 * Has what comes to stand in it read out by screen readers. It stands on the page from the start, empty if need be: of a
 * region that arrives together with its words most of them say nothing.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <div role="status">{children}</div>;
}
