import {
  mutationOptions,
  type Query,
  type QueryClient,
  type QueryKey,
  type QueryState,
  queryOptions,
} from '@tanstack/react-query';
import { type InventoryQuery, serializeInventoryQuery } from '../contract/inventory-query';
import type { ReadNowAnswer } from '../contract/read-now';
import type { MonitorDetail, MonitorList } from '../contract/responses';
import type { Usage } from '../contract/usage';
import { ApiError, type EtaggedBody, etaggedQuery, fetchJson, type RequestContext } from './fetch-json';
import { detailPollInterval, listPollInterval, USAGE_POLL_MS } from './poll-intervals';

const loadListSchema = async () => (await import('../contract/responses')).monitorListSchema;
const loadDetailSchema = async () => (await import('../contract/responses')).monitorDetailSchema;
const loadReadNowSchema = async () => (await import('../contract/read-now')).readNowSchema;
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
        { list: data?.body, error, at: dataUpdatedAt },
        context.refreshInterval,
        context.serverNow(),
      ),
  });
}

type CachedList = EtaggedBody<MonitorList>;

/** Query options for one monitor, `GET /api/monitors/{uuid}`. */
export function monitorDetailQuery(uuid: string, context: RequestContext) {
  const intervalOf = ({ state: { data, error } }: Query<EtaggedBody<MonitorDetail>>) =>
    detailPollInterval(data?.body, error, context.refreshInterval);
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

/** How often the list is requested until it shows the end of a crawl, milliseconds, and how many times. */
const CRAWL_POLL_MS = 500;
const CRAWL_POLLS_MAX = 240;
/** After how many of these requests the user is told that it takes longer. */
const LONG_CRAWL_POLLS = 8;

/**
 * Mutation options for reading the monitors, or one of them, upstream at once, `POST …/refresh`. Ends when the list shows
 * that its crawl has ended.
 *
 * @param uuid null for all monitors
 * @param queryKey of the query that shows them
 * @param onLongCrawl called with the response while a crawl takes long
 */
export function readNowMutation(
  { uuid, queryKey }: { uuid: string | null; queryKey: QueryKey },
  context: RequestContext,
  onLongCrawl: (answer: ReadNowAnswer) => void,
) {
  const path = `/api/monitors${uuid === null ? '' : `/${encodeURIComponent(uuid)}`}/refresh`;
  return mutationOptions({
    mutationKey: uuid === null ? ['read-now'] : ['read-now', uuid],
    mutationFn: async (_variables, { client }): Promise<ReadNowAnswer> => {
      const { body: answer } = await fetchJson(path, loadReadNowSchema, context, { method: 'POST' });
      const { reading } = answer.data;
      if (reading === null) return answer;
      for (let polls = 1; polls <= CRAWL_POLLS_MAX; polls += 1) {
        await new Promise((resolve) => setTimeout(resolve, CRAWL_POLL_MS));
        await client.refetchQueries({ queryKey, exact: true });
        const data = endOfCrawl(client.getQueryState<CachedList>(queryKey), reading, answer);
        if (data) return { data };
        if (polls % LONG_CRAWL_POLLS === 0) onLongCrawl(answer);
      }
      return answer;
    },
  });
}

/** Returns how a crawl has ended; null while the list does not show that. @param startedAt when it began, ISO 8601 */
function endOfCrawl(
  state: QueryState<CachedList> | undefined,
  startedAt: string,
  answer: ReadNowAnswer,
): ReadNowAnswer['data'] | null {
  const error = state?.error instanceof ApiError ? state.error.body : null;
  // The error says why nothing has been read yet. The server responds with it only when no crawl is in progress.
  if (error !== null && error.code !== 'not_ready') {
    const reason = { code: error.code, message: error.error, retry_at: error.retry_at ?? null };
    return { ...answer.data, outcome: 'failed', reason };
  }
  const meta = state?.data?.body.meta;
  if (!meta?.last_reading || meta.last_reading.started_at < startedAt) return null;
  const { degraded, last_reading, as_of } = meta;
  const outcome = degraded === null || as_of >= startedAt ? 'read' : 'failed';
  return { outcome, reading: null, cost: last_reading.requests, reason: degraded };
}

/** Returns all cached lists, whatever their filters. */
export function cachedLists(client: QueryClient): MonitorList[] {
  return client
    .getQueriesData<CachedList>({ queryKey: monitorListsKey })
    .flatMap(([, cached]) => (cached ? [cached.body] : []));
}
