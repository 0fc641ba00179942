import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { MonitorDetail, MonitorList } from '../contract/answers';
import { type InventoryQuery, serializeInventoryQuery } from '../contract/inventory-query';
import { readBff, type Tagged } from './bff';

/** How often the open screens ask the BFF again, milliseconds. */
const DETAIL_REFRESH_MS = 60_000;
const USAGE_REFRESH_MS = 15_000;
/** While the first crawl runs there is more to show every moment. */
const READING_MS = 2000;
/** With nothing to show, a list is asked for this often; it is the server that spares upstream. */
const NOTHING_MS = 5000;
/** Who has paused still sees counters and notices that are true. */
const PAUSED_MS = 300_000;

function askAgainMs(list: MonitorList | undefined, wish: string): number {
  if (list === undefined) return NOTHING_MS;
  if (list.meta.inventory.state !== 'complete') return READING_MS;
  return wish === 'off' ? PAUSED_MS : Number(wish) * 1000;
}

// What checks the answers is loaded with the first of them: the first rows come with the page, from our own server.
const monitorListSchema = async () => (await import('../contract/answers')).monitorListSchema;
const monitorDetailSchema = async () => (await import('../contract/answers')).monitorDetailSchema;
const usageSchema = async () => (await import('../contract/usage')).usageSchema;

/** @param wish how often this person wants the monitors read, seconds or `off`: told to the BFF, and asked as often */
export function monitorsQuery(query: InventoryQuery, wish: string) {
  const search = serializeInventoryQuery(query);
  return queryOptions({
    queryKey: ['monitors', search],
    queryFn: ({ signal, client, queryKey }): Promise<Tagged<MonitorList>> =>
      readBff(search === '' ? '/api/monitors' : `/api/monitors?${search}`, monitorListSchema, {
        signal,
        known: client.getQueryData<Tagged<MonitorList>>(queryKey),
        wish,
      }),
    refetchInterval: ({ state }) => askAgainMs(state.data?.body, wish),
  });
}

/** Somebody is about to ask for another list: loads what checks the answer, so that the first one need not wait for it. */
export function prepareToAsk(): void {
  // If it cannot be loaded now, it is tried again with the question, which then says so.
  monitorListSchema().catch(() => undefined);
}

/** Every answer to a list query that is held now, whatever its filters. */
export function heldLists(client: QueryClient): MonitorList[] {
  return client
    .getQueriesData<Tagged<MonitorList>>({ queryKey: ['monitors'] })
    .flatMap(([, held]) => (held ? [held.body] : []));
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
