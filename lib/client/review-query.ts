import { queryOptions } from '@tanstack/react-query';
import type { Review } from '../contract/review';
import { etaggedQuery, type RequestContext } from './fetch-json';
import { FIRST_CRAWL_POLL_MS, HISTORY_POLL_MS, PAUSED_POLL_MS } from './poll-intervals';

export const reviewKey = ['review'] as const;
const reviewOfMonitorKey = (uuid: string) => ['review', uuid] as const;

const loadSchema = async () => (await import('../contract/review')).reviewSchema;

/** Query options for the rules of the review, `GET /api/review`. @param uuid only the rules that name this monitor */
export function reviewQuery(context: RequestContext, uuid?: string) {
  const search = uuid === undefined ? '' : `?monitor=${uuid}`;
  return queryOptions({
    queryKey: uuid === undefined ? reviewKey : reviewOfMonitorKey(uuid),
    queryFn: etaggedQuery<Review>(`/api/review${search}`, loadSchema, context),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.body.meta.inventory.state === 'reading') return FIRST_CRAWL_POLL_MS;
      return context.isPaused ? PAUSED_POLL_MS : HISTORY_POLL_MS;
    },
  });
}
