'use client';

import { useEffect } from 'react';

/**
 * Reloads the login page after a client-side navigation. When the session has ended, a link leads here within
 * the previous document, whose header still shows and polls the counters; the reload replaces that document.
 */
export function ReloadAfterClientNavigation(): null {
  useEffect(() => {
    const [opened] = performance.getEntriesByType('navigation');
    if (opened && new URL(opened.name).pathname !== location.pathname) location.reload();
  }, []);
  return null;
}
