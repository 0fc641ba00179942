import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ChangeCount, ChangeList, FleetHistory, MonitorHistory } from '../contract/changes';
import { type ChangesFilters, serializeChangesFilters } from '../contract/changes-query';
import type { HistoryDays } from '../contract/limits';
import { type ChangesUrl, changesFiltersOf, shownKinds } from './changes-url';
import {
  type BodyWithEtag,
  etaggedQuery,
  fetchJson,
  type LoadSchema,
  type RequestContext,
} from './fetch-json';
import { HISTORY_POLL_MS, PAUSED_POLL_MS } from './poll-intervals';

const schemas = () => import('../contract/changes');
const loadListSchema = async () => (await schemas()).changeListSchema;

/** Number of changes in a request. */
export const CHANGES_PAGE = 100;

const pollInterval = ({ isPaused }: RequestContext) => (isPaused ? PAUSED_POLL_MS : HISTORY_POLL_MS);

/** The key does not contain the beginning of the time range, because that moves while users read older changes. */
export function changesKey(url: ChangesUrl) {
  return ['changes', url.days, serializeChangesFilters({ ...url.filters, kind: shownKinds(url) })] as const;
}

export function fleetHistoryKey(days: HistoryDays) {
  return ['fleet-history', days] as const;
}

export function monitorHistoryKey(uuid: string, days: HistoryDays) {
  return ['monitor-history', uuid, days] as const;
}

/**
 * Query options for the changes, the newest first, `GET /api/changes`. The page parameter is the cursor; null for the first.
 * A page that has not changed keeps its object, by its ETag.
 */
export function changesQuery(url: ChangesUrl, context: RequestContext) {
  const queryKey = changesKey(url);
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ signal, client, pageParam }): Promise<BodyWithEtag<ChangeList>> => {
      const cached = client.getQueryData<{ pages: BodyWithEtag<ChangeList>[]; pageParams: unknown[] }>(
        queryKey,
      );
      const known = cached?.pages[cached.pageParams.indexOf(pageParam)];
      const filters = serializeChangesFilters(changesFiltersOf(url, context.serverNow()));
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      const path = `/api/changes?${filters}&limit=${CHANGES_PAGE}${cursor}`;
      return fetchJson(path, loadListSchema, context, { signal, known });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.body.pagination.next_cursor,
    refetchInterval: pollInterval(context),
  });
}

/** Query options for a path whose response changes with each crawl. */
function historyQuery<T>(
  queryKey: QueryKey,
  path: string,
  loadSchema: LoadSchema<T>,
  context: RequestContext,
) {
  return queryOptions({
    queryKey,
    queryFn: etaggedQuery(path, loadSchema, context),
    refetchInterval: pollInterval(context),
  });
}

/** Query options for the number of changes that match, `GET /api/changes/count`. */
export function changeCountQuery(filters: ChangesFilters, context: RequestContext) {
  const search = serializeChangesFilters(filters);
  const loadSchema = async () => (await schemas()).changeCountSchema;
  return historyQuery<ChangeCount>(
    ['change-count', search],
    `/api/changes/count?${search}`,
    loadSchema,
    context,
  );
}

/** Query options for the newest change of a monitor, however long ago it was, `GET /api/changes`. */
export function newestChangeQuery(uuid: string, context: RequestContext) {
  const search = serializeChangesFilters({ kind: [], type: [], region: [], monitor: uuid });
  const path = `/api/changes?${search}&limit=1`;
  return historyQuery<ChangeList>(['newest-change', uuid], path, loadListSchema, context);
}

/** Query options for the conditions of all monitors in the last days, `GET /api/changes/fleet`. */
export function fleetHistoryQuery(days: HistoryDays, context: RequestContext) {
  const loadSchema = async () => (await schemas()).fleetHistorySchema;
  const path = `/api/changes/fleet?days=${days}`;
  return historyQuery<FleetHistory>(fleetHistoryKey(days), path, loadSchema, context);
}

/** Query options for what was observed of a monitor in the last days, `GET /api/monitors/{uuid}/history`. */
export function monitorHistoryQuery(uuid: string, days: HistoryDays, context: RequestContext) {
  const loadSchema = async () => (await schemas()).monitorHistorySchema;
  const path = `/api/monitors/${encodeURIComponent(uuid)}/history?days=${days}`;
  return historyQuery<MonitorHistory>(monitorHistoryKey(uuid, days), path, loadSchema, context);
}
