'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useClock } from '@/components/ui/clock';
import { type FailedQuery, toBrowserState } from '@/lib/client/hydration-state';

interface HydrateQueriesProps {
  /** What the server's page has read, on the server's clock. */
  state: DehydratedState;
  /** What it could not read; null when there is nothing of that kind. */
  failed?: FailedQuery | null;
  children: ReactNode;
}

/** Puts what a page brings into the query cache, before anything of the page is rendered. */
export function HydrateQueries({ state, failed = null, children }: HydrateQueriesProps) {
  const { toBrowserTime } = useClock();
  // Hydrated once for each state: a new object would be compared with the cache again.
  const here = useMemo(() => toBrowserState(state, failed, toBrowserTime), [state, failed, toBrowserTime]);
  return <HydrationBoundary state={here}>{children}</HydrationBoundary>;
}
