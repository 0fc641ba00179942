import { queryOptions } from '@tanstack/react-query';
import type { OwnViews } from '../contract/own-views';
import type { Views } from '../contract/views';
import { etaggedQuery, type RequestContext } from './fetch-json';
import { HISTORY_POLL_MS, PAUSED_POLL_MS } from './poll-intervals';

const loadSchema = async () => (await import('../contract/views')).viewsSchema;

/** Query options for the views of the team, `GET /api/views`. */
export function viewsQuery(context: RequestContext) {
  return queryOptions({
    queryKey: ['views'],
    queryFn: etaggedQuery<Views>('/api/views', loadSchema, context),
    refetchInterval: HISTORY_POLL_MS,
  });
}

export const loadOwnViewsSchema = async () => (await import('../contract/own-views')).ownViewsSchema;

/** Query options for the views that the signed-in person has saved, `GET /api/views/own`. */
export function ownViewsQuery(context: RequestContext) {
  return queryOptions({
    queryKey: ['own-views'] as const,
    queryFn: etaggedQuery<OwnViews>('/api/views/own', loadOwnViewsSchema, context),
    refetchInterval: PAUSED_POLL_MS,
  });
}
