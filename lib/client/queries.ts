import { mutationOptions, type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type InventoryQuery, serializeInventoryQuery } from '../contract/inventory-query';
import type { MonitorDetail, MonitorList, ReadNowAnswer } from '../contract/responses';
import type { Review } from '../contract/review';
import type { Usage } from '../contract/usage';
import { type BodyWithEtag, etaggedQuery, fetchJson, type RequestContext } from './fetch-json';
import {
  detailPollInterval,
  FIRST_CRAWL_POLL_MS,
  HISTORY_POLL_MS,
  listPollInterval,
  PAUSED_POLL_MS,
  USAGE_POLL_MS,
} from './poll-intervals';

const loadListSchema = async () => (await import('../contract/responses')).monitorListSchema;
const loadDetailSchema = async () => (await import('../contract/responses')).monitorDetailSchema;
const loadReadNowSchema = async () => (await import('../contract/responses')).readNowSchema;
const loadUsageSchema = async () => (await import('../contract/usage')).usageSchema;

/** The prefix of every list's key. */
export const monitorListsKey = ['monitors'] as const;
export const usageKey = ['usage'] as const;

export function monitorListKey(query: InventoryQuery) {
  return [...monitorListsKey, serializeInventoryQuery(query)] as const;
}

export function monitorDetailKey(uuid: string) {
  return ['monitor', uuid] as const;
}

/** Query options for one page of the list, `GET /api/monitors`. */
export function monitorListQuery(query: InventoryQuery, context: RequestContext) {
  const search = serializeInventoryQuery(query);
  return queryOptions({
    queryKey: monitorListKey(query),
    queryFn: etaggedQuery<MonitorList>(`/api/monitors${search && `?${search}`}`, loadListSchema, context),
    refetchInterval: ({ state: { data, error, dataUpdatedAt } }) =>
      listPollInterval(
        { list: data?.body, error, at: dataUpdatedAt, now: Date.now() },
        context.isPaused,
        context.serverNow(),
      ),
  });
}

type CachedList = BodyWithEtag<MonitorList>;

/** Query options for one monitor, `GET /api/monitors/{uuid}`. */
export function monitorDetailQuery(uuid: string, context: RequestContext) {
  const intervalOf = ({ state: { data, error } }: Query<BodyWithEtag<MonitorDetail>>) =>
    detailPollInterval(data?.body, error, context.isPaused);
  const path = `/api/monitors/${encodeURIComponent(uuid)}`;
  return queryOptions({
    queryKey: monitorDetailKey(uuid),
    queryFn: etaggedQuery<MonitorDetail>(path, loadDetailSchema, context),
    refetchInterval: intervalOf,
    refetchOnWindowFocus: (query) => intervalOf(query) !== false,
    refetchOnReconnect: (query) => intervalOf(query) !== false,
  });
}

/** Query options for the usage counters, `GET /api/usage`. */
export function usageQuery(context: RequestContext) {
  return queryOptions({
    queryKey: usageKey,
    queryFn: async ({ signal }): Promise<Usage['data']> =>
      (await fetchJson('/api/usage', loadUsageSchema, context, { signal })).body.data,
    refetchInterval: USAGE_POLL_MS,
  });
}

/** Options for a query whose data must not change while it is shown. */
export const readOnce = {
  refetchInterval: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/**
 * Mutation options for reading the monitors, or one of them, upstream at once, `POST …/refresh`.
 *
 * @param uuid null for all monitors
 */
export function readNowMutation(uuid: string | null, context: RequestContext) {
  const path = `/api/monitors${uuid === null ? '' : `/${encodeURIComponent(uuid)}`}/refresh`;
  return mutationOptions({
    mutationKey: uuid === null ? ['read-now'] : ['read-now', uuid],
    mutationFn: async (): Promise<ReadNowAnswer> =>
      (await fetchJson(path, loadReadNowSchema, context, { method: 'POST' })).body,
  });
}

/** Returns all cached lists, whatever their filters. */
export function cachedLists(client: QueryClient): MonitorList[] {
  return client
    .getQueriesData<CachedList>({ queryKey: monitorListsKey })
    .flatMap(([, cached]) => (cached ? [cached.body] : []));
}

export const reviewKey = ['review'] as const;
const reviewOfMonitorKey = (uuid: string) => ['review', uuid] as const;

const loadReviewSchema = async () => (await import('../contract/review')).reviewSchema;

/** Query options for the rules of the review, `GET /api/review`. @param uuid only the rules that name this monitor */
export function reviewQuery(context: RequestContext, uuid?: string) {
  const search = uuid === undefined ? '' : `?monitor=${uuid}`;
  return queryOptions({
    queryKey: uuid === undefined ? reviewKey : reviewOfMonitorKey(uuid),
    queryFn: etaggedQuery<Review>(`/api/review${search}`, loadReviewSchema, context),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.body.meta.inventory.state === 'reading') return FIRST_CRAWL_POLL_MS;
      return context.isPaused ? PAUSED_POLL_MS : HISTORY_POLL_MS;
    },
  });
}
