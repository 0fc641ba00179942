import { queryOptions } from '@tanstack/react-query';
import type { Views } from '../contract/views';
import { etaggedQuery, type RequestContext } from './fetch-json';
import { HISTORY_POLL_MS } from './poll-intervals';

const loadSchema = async () => (await import('../contract/views')).viewsSchema;

/** Query options for the views of the team, `GET /api/views`. */
export function viewsQuery(context: RequestContext) {
  return queryOptions({
    queryKey: ['views'],
    queryFn: etaggedQuery<Views>('/api/views', loadSchema, context),
    refetchInterval: HISTORY_POLL_MS,
  });
}
