import 'server-only';
import type { MonitorList } from '@/lib/contract/answers';
import { type InventoryQuery, isUpstreamOnly } from '../../contract/inventory-query.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import type { InventoryIndex } from '../inventory/inventory-index.ts';
import { runQuery } from '../inventory/query.ts';
import { describeDegraded } from './describe-degraded.ts';

/** The answer to a query from what has been read. Pure: one view and one query give one answer. */
export function answerFromIndex(
  query: InventoryQuery,
  view: InventoryView,
  index: InventoryIndex,
  demo: boolean,
): MonitorList {
  const { rows, total, facets } = runQuery(index, query);
  // While the first crawl runs, the whole list is as long as upstream says, not as what has been read of it.
  const isWholeList = isUpstreamOnly(query) && query.type === undefined && query.is_active === undefined;
  return {
    data: rows,
    pagination: paginate(query, view.state === 'reading' && isWholeList ? view.total : total),
    ...(facets ? { facets } : {}),
    meta: metaOf(view, demo),
  };
}

/** The honest answer while the first request is still under way. */
export function answerNothingYet(query: InventoryQuery, view: InventoryView, demo: boolean): MonitorList {
  return { data: [], pagination: paginate(query, 0), meta: metaOf(view, demo) };
}

export function metaOf(view: InventoryView, demo: boolean): MonitorList['meta'] {
  return {
    source: 'inventory',
    as_of: new Date(view.asOf).toISOString(),
    refresh_at: new Date(view.refreshAt).toISOString(),
    degraded: view.trouble && describeDegraded(view.trouble),
    inventory: { state: view.state, read: view.read, total: view.total, down: view.index?.down ?? null },
    demo,
  };
}

function paginate(query: InventoryQuery, total: number): MonitorList['pagination'] {
  const { page, per_page } = query;
  return { page, per_page, total, total_pages: Math.ceil(total / per_page) };
}
