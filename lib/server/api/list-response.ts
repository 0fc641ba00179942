import 'server-only';
import type { MonitorList } from '@/lib/contract/responses';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { runQuery } from '../inventory/query/query.ts';
import { describeDegraded } from './describe-degraded.ts';

/** Builds the response body of a list query from a view of the inventory. Pure. */
export function listResponse(
  query: InventoryQuery,
  view: InventoryView,
  index: InventoryIndex,
  demo: boolean,
): MonitorList {
  const { rows, total, facets, downSummary, sameHost } = runQuery(index, query);
  return {
    data: rows,
    pagination: paginate(query, total),
    ...(facets ? { facets, down_summary: downSummary } : {}),
    ...(sameHost ? { same_host: sameHost } : {}),
    meta: metaOf(view, demo),
  };
}

function metaOf(view: InventoryView, demo: boolean): MonitorList['meta'] {
  return {
    source: 'inventory',
    as_of: new Date(view.asOf).toISOString(),
    refresh_at: new Date(view.refreshAt).toISOString(),
    degraded: view.problem && describeDegraded(view.problem, view.refreshAt),
    last_reading: view.lastCrawl && {
      started_at: new Date(view.lastCrawl.startedAt).toISOString(),
      ended_at: new Date(view.lastCrawl.endedAt).toISOString(),
      requests: view.lastCrawl.requests,
    },
    inventory: {
      state: view.state,
      read: view.read,
      total: view.total,
      missing: view.missing,
      counts: view.index?.counts ?? null,
      last_down: [...(view.index?.lastDown ?? [])],
    },
    demo,
  };
}

function paginate(query: InventoryQuery, total: number): MonitorList['pagination'] {
  const { page, per_page } = query;
  return { page, per_page, total, total_pages: Math.ceil(total / per_page) };
}
