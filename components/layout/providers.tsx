'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useEffect, useState } from 'react';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { keepNewestUrl } from '@/lib/client/keep-newest-url';
import type { Preferences } from '@/lib/client/preferences';
import { createQueryClient, openSignIn } from '@/lib/client/query-client';
import { tolerateTranslation } from './translated-page';

if (typeof window !== 'undefined') tolerateTranslation();

export function Providers(props: {
  /** The server's time of rendering, in milliseconds since the epoch. */
  serverNow: number;
  preferences: Preferences;
  children: ReactNode;
}) {
  const { serverNow, preferences, children } = props;
  const [queryClient] = useState(() => createQueryClient(openSignIn));
  // Next's router wraps `history` in an effect of a parent, which runs after this one.
  useEffect(() => queueMicrotask(() => keepNewestUrl(window)), []);
  return (
    <ClockProvider serverNow={serverNow}>
      <PreferencesProvider initial={preferences}>
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>{children}</NuqsAdapter>
        </QueryClientProvider>
      </PreferencesProvider>
    </ClockProvider>
  );
}
