'use client';

import { useEffect } from 'react';

/**
 * Reloads the login page after a client-side navigation. When the session has ended, a link reaches the login page
 * without a new document: the header stays mounted, and keeps showing and polling the usage counters. The reload removes it.
 */
export function ReloadAfterClientNavigation(): null {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    if (navigation && new URL(navigation.name).pathname !== location.pathname) location.reload();
  }, []);
  return null;
}
