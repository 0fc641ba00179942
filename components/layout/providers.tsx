'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { keepNewestUrl } from '@/lib/client/keep-newest-url';
import type { Preferences } from '@/lib/client/preferences';
import { createQueryClient, openSignIn } from '@/lib/client/query-client';
import { EarlyClickReplay } from './early-click-replay';

interface ProvidersProps {
  /** The server's time of rendering, in milliseconds since the epoch. */
  serverNow: number;
  preferences: Preferences;
  children: ReactNode;
}

/** The React contexts of all client components: clock, preferences, TanStack Query, and URL state (nuqs). */
export function Providers({ serverNow, preferences, children }: ProvidersProps) {
  const [queryClient] = useState(() => createQueryClient(openSignIn));
  // Next's router wraps `history` in an effect of a parent, which runs after this one.
  useEffect(() => queueMicrotask(() => keepNewestUrl(window)), []);
  useLayoutEffect(reloadAfterEarlyBack, []);
  return (
    <ClockProvider serverNow={serverNow}>
      <EarlyClickReplay />
      <PreferencesProvider initial={preferences}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>{children}</NuqsAdapter>
        </QueryClientProvider>
      </PreferencesProvider>
    </ClockProvider>
  );
}

/**
 * Reloads the page after Back or Forward as long as nuqs does not listen for them. nuqs begins to when its Suspense
 * boundary is hydrated, which can be some hundred milliseconds after the list on a slow computer; a filter chosen and
 * undone in between would stay on the screen.
 *
 * Must listen before anything else listens for `popstate`, so in a layout effect: React can run effects between two
 * listeners. nuqs would then begin to listen during the event, too late to receive it, but would be found listening.
 */
function reloadAfterEarlyBack() {
  // nuqs sets this property of `history` when it begins to listen.
  const listener = () => {
    if (!('nuqs' in window.history)) window.location.reload();
  };
  window.addEventListener('popstate', listener);
  return () => window.removeEventListener('popstate', listener);
}
