'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { type ReactNode, useState } from 'react';
import { ClockProvider } from './ui/clock';

/** What every client part needs: the query cache, the URL state and the page's clock. */
export function Providers({ serverNow, children }: { serverNow: number; children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>
        <ClockProvider serverNow={serverNow}>{children}</ClockProvider>
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
