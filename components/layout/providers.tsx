'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import type { Preferences } from '@/lib/client/preferences';
import { createQueryClient, openSignIn } from '@/lib/client/query-client';

interface ProvidersProps {
  serverNow: number;
  preferences: Preferences;
  children: ReactNode;
}

/** What every client part needs: the queries to the BFF, the page's clock, the person's preferences and the URL's state. */
export function Providers({ serverNow, preferences, children }: ProvidersProps) {
  const [queryClient] = useState(() => createQueryClient(openSignIn));
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

/** Clicks once more, now that React listens, what somebody clicked before (ADR 0016). */
function EarlyClickReplay(): null {
  // In the commit that hydrates the page: from then on React hears every click itself.
  useLayoutEffect(() => {
    const button = window.earlyClick?.take();
    delete window.earlyClick;
    // Not within the commit: what a click changes may not be rendered there.
    if (button) setTimeout(() => button.click());
  }, []);
  return null;
}
