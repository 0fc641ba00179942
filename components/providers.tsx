'use client';

import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { createQueryClient, openSignIn } from '@/lib/client/query-client';
import type { Look } from '@/lib/look';
import { EarlyClickReplay } from './shell/early-click-replay';
import { ClockProvider } from './ui/clock';
import { LoadFailureNotice } from './ui/load-failure';
import { LookProvider } from './ui/look';

interface ProvidersProps {
  serverNow: number;
  look: Look;
  children: ReactNode;
}

/** What every client part needs: the queries to the BFF, the page's clock, the person's look and the URL's state. */
export function Providers({ serverNow, look, children }: ProvidersProps) {
  const [queryClient] = useState(() => createQueryClient(openSignIn));
  return (
    <ClockProvider serverNow={serverNow}>
      <EarlyClickReplay />
      <LookProvider initial={look}>
        <QueryClientProvider client={queryClient}>
          <LoadFailureNotice>
            <NuqsAdapter>{children}</NuqsAdapter>
          </LoadFailureNotice>
        </QueryClientProvider>
      </LookProvider>
    </ClockProvider>
  );
}
