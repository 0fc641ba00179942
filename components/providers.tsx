'use client';

import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { BffError } from '@/lib/client/bff';
import type { Look } from '@/lib/look';
import { ClockProvider } from './ui/clock';
import { LookProvider } from './ui/look';

interface ProvidersProps {
  serverNow: number;
  look: Look;
  children: ReactNode;
}

/** What every client part needs: the query cache, the URL state, the page's clock and the person's look. */
export function Providers({ serverNow, look, children }: ProvidersProps) {
  const [client] = useState(createQueryClient);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>
        <ClockProvider serverNow={serverNow}>
          <LookProvider initial={look}>{children}</LookProvider>
        </ClockProvider>
      </QueryClientProvider>
    </NuqsAdapter>
  );
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
    defaultOptions: {
      queries: {
        // The BFF retries and paces for everybody; a browser that retried too would only multiply.
        retry: false,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
      },
    },
  });
}

/** The session has ended: nothing of the monitors stays on the screen, and signing in leads back here. */
function leaveWhenSignedOut(error: Error): void {
  if (!(error instanceof BffError) || error.body?.code !== 'signed_out') return;
  // A link has led there already (own-document.tsx): the way back in its address is the right one.
  if (location.pathname === '/login') return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`/login?${new URLSearchParams({ next: here })}`);
}
