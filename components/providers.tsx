'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
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
