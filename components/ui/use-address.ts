'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('popstate', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('popstate', changed);
  };
}

/**
 * What stands behind the `?` of this page's address. It is the browser's own address, which changes at once, while
 * Next's router tells of it only when it has rendered.
 */
export function useAddress(): URLSearchParams {
  const path = usePathname();
  const routed = useSearchParams().toString();
  // While the router moves between pages the browser's address may be that of another one.
  const read = () => (location.pathname === path ? new URLSearchParams(location.search).toString() : routed);
  const search = useSyncExternalStore(subscribe, read, () => routed);
  // A link of Next's changes the address after this has been rendered.
  useEffect(() => {
    if (new URLSearchParams(location.search).toString() === routed) tell();
  }, [routed]);
  return new URLSearchParams(search);
}

/** Changes the address of the page that is shown. @param history `push`: a step that Back undoes @returns what it says now */
export function changeAddress(
  change: (search: URLSearchParams) => URLSearchParams,
  history: 'push' | 'replace',
): URLSearchParams {
  const search = change(new URLSearchParams(location.search));
  const address = search.size === 0 ? location.pathname : `?${search}`;
  // Next has wrapped both, so that its router knows.
  if (history === 'push') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
  tell();
  return search;
}
