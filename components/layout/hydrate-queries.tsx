'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useClock } from '@/components/ui/clock';
import { type FailedQuery, toBrowserState } from '@/lib/client/hydration-state';

/** Hydrates the query cache with the state of a page, before its children render. */
export function HydrateQueries(props: {
  /** The queries of the server-rendered page, with timestamps of the server's clock. */
  state: DehydratedState;
  /** The query that failed on the server; null when none failed. */
  failed?: FailedQuery | null;
  children: ReactNode;
}) {
  const { state, failed = null, children } = props;
  const { toBrowserTime } = useClock();
  // Memoized, because HydrationBoundary compares each new object with the cache again.
  const browserState = useMemo(
    () => toBrowserState(state, failed, toBrowserTime),
    [state, failed, toBrowserTime],
  );
  return <HydrationBoundary state={browserState}>{children}</HydrationBoundary>;
}
