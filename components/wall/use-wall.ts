import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useFailure } from '@/components/errors/failure';
import { useClock, useTicking } from '@/components/ui/clock';
import { useRequestContext } from '@/components/ui/use-request-context';
import type { RequestContext } from '@/lib/client/fetch-json';
import { wallQuery, wallSearch } from '@/lib/client/wall-query';
import { isLost, wallState } from './wall-state';

/** A wall is never paused, because its viewers would not notice it. */
function useWallContext(): RequestContext {
  return { ...useRequestContext(), isPaused: false, isPausedNow: () => false };
}

/** The data of the wall in the page's URL, the failure of the last request, and the state that follows from both. */
export function useWall() {
  const given = new URLSearchParams(useSearchParams());
  const search = wallSearch(given);
  const query = useQuery(wallQuery(search, useWallContext()));
  const failure = useFailure(search, query);
  const clock = useClock();
  const [openedAt] = useState(() => clock.exactNow());
  const wall = query.data?.body;
  const sinceAnswer = (now: number) => clock.toBrowserTime(now) - query.dataUpdatedAt;
  const state = useTicking((now) =>
    wallState({ wall, failure, answeredAt: now - sinceAnswer(now), openedAt, now }),
  );
  const isServerLost = useTicking((now) => wall !== undefined && isLost(sinceAnswer(now)));
  return { state, isServerLost, wall, failure, viewName: given.get('view') };
}
