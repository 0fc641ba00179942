import type { ReactNode } from 'react';

/**
 * A live region. It must be rendered before its content, if necessary empty, because most screen readers do
 * not announce a region that is inserted together with its text.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <div role="status">{children}</div>;
}
