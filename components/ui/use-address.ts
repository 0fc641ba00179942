'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** What the page shows already and the browser is not told yet, and the address that it is to change. */
let ahead: { search: string; history: 'push' | 'replace'; from: string } | null = null;

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

/** Null, too, when somebody has gone elsewhere meanwhile. */
function stillAhead(): typeof ahead {
  return ahead?.from === location.href ? ahead : null;
}

/** What stands behind the `?` of the address now. */
export function readAddress(): URLSearchParams {
  return new URLSearchParams(stillAhead()?.search ?? location.search);
}

/**
 * What stands behind the `?` of this page's address. It is the browser's own address, which changes at once, while
 * Next's router tells of it only when it has rendered.
 */
export function useAddress(): URLSearchParams {
  const path = usePathname();
  const routed = useSearchParams().toString();
  // While the router moves between pages the browser's address may be that of another one.
  const read = () => (location.pathname === path ? readAddress().toString() : routed);
  const search = useSyncExternalStore(subscribe, read, () => routed);
  // A link of Next's changes the address after this has been rendered.
  useEffect(() => {
    if (readAddress().toString() === routed) tell();
  }, [routed]);
  return new URLSearchParams(search);
}

/**
 * Changes the address of the page that is shown.
 *
 * @param history `push`: a step that Back undoes
 * @param when `painted`: the browser is told once the page shows it, for it takes as long to tell as to show
 * @returns what it says now
 */
export function changeAddress(
  change: (search: URLSearchParams) => URLSearchParams,
  history: 'push' | 'replace',
  when: 'now' | 'painted' = 'now',
): URLSearchParams {
  const search = change(readAddress());
  const isStep = history === 'push' || stillAhead()?.history === 'push';
  ahead = { search: search.toString(), history: isStep ? 'push' : 'replace', from: location.href };
  if (when === 'now') {
    tellBrowser();
  } else {
    requestAnimationFrame(() => setTimeout(tellBrowser));
    // A link must find the router at rest: a change of address would call off its navigation.
    window.addEventListener('click', tellBrowser, { capture: true, once: true });
  }
  tell();
  return search;
}

function tellBrowser(): void {
  const step = stillAhead();
  ahead = null;
  if (step === null) return;
  const address = step.search === '' ? location.pathname : `?${step.search}`;
  // Next has wrapped both, so that its router knows.
  if (step.history === 'push') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}
