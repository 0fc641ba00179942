'use client';

import { useSyncExternalStore } from 'react';
import { type Theme, themeCookie, themeSchema } from '@/lib/contract/theme';

const YEAR_S = 31_536_000;
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** The page's own element says it: the server wrote it there from the cookie. */
function current(): Theme {
  return themeSchema.safeParse(document.documentElement.dataset.theme).data ?? 'system';
}

/** The theme that the person chose. @param initial as the server read it from the cookie */
export function useTheme(initial: Theme): Theme {
  return useSyncExternalStore(subscribe, current, () => initial);
}

/** Changes the page's theme at once, and keeps it in this browser. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from some browsers still in use.
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  for (const listener of listeners) listener();
}
