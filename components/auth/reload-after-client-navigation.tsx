'use client';

import { useEffect } from 'react';

/**
 * The login page in a document of its own. Somebody whose session has ended and who follows a link gets here within
 * the page they were on, whose header still shows the counters and asks for more: it is loaded anew.
 */
export function ReloadAfterClientNavigation(): null {
  useEffect(() => {
    const [opened] = performance.getEntriesByType('navigation');
    if (opened && new URL(opened.name).pathname !== location.pathname) location.reload();
  }, []);
  return null;
}
