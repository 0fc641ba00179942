import { queryOptions } from '@tanstack/react-query';
import {
  type MonitorDetail,
  type MonitorList,
  monitorDetailSchema,
  monitorListSchema,
} from '../contract/answers';
import { type MonitorsQuery, serializeMonitorsQuery } from '../contract/monitors-query';
import { usageSchema } from '../contract/usage';
import { readBff, type Tagged } from './bff';

/** How often the open screens ask the BFF again, milliseconds. */
export const LIST_REFRESH_MS = 30_000;
const DETAIL_REFRESH_MS = 60_000;
const USAGE_REFRESH_MS = 15_000;

export function monitorsQuery(query: MonitorsQuery) {
  const search = serializeMonitorsQuery(query);
  return queryOptions({
    queryKey: ['monitors', search],
    queryFn: ({ signal, client, queryKey }): Promise<Tagged<MonitorList>> =>
      readBff(search === '' ? '/api/monitors' : `/api/monitors?${search}`, monitorListSchema, {
        signal,
        known: client.getQueryData<Tagged<MonitorList>>(queryKey),
      }),
    refetchInterval: LIST_REFRESH_MS,
  });
}

export function monitorQuery(uuid: string) {
  return queryOptions({
    queryKey: ['monitor', uuid],
    queryFn: ({ signal, client, queryKey }): Promise<Tagged<MonitorDetail>> =>
      readBff(`/api/monitors/${encodeURIComponent(uuid)}`, monitorDetailSchema, {
        signal,
        known: client.getQueryData<Tagged<MonitorDetail>>(queryKey),
      }),
    refetchInterval: DETAIL_REFRESH_MS,
  });
}

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => readBff('/api/usage', usageSchema, { signal }),
  refetchInterval: USAGE_REFRESH_MS,
});
