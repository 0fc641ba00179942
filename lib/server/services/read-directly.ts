import 'server-only';
import type { MonitorList } from '@/lib/contract/answers';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import type { Gateway } from '../gateway.ts';
import { conditionOf } from '../inventory/condition.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import type { LastGood } from '../last-good.ts';
import type { WirePage } from '../upstream/schema.ts';
import { describeDegraded } from './describe-degraded.ts';
import { metaOf } from './list-answer.ts';

/**
 * Reads one page from upstream itself: for a query that upstream can answer, while the first crawl has not come so
 * far yet. A person waits for it, so it has the right of way before the crawl.
 *
 * @throws FailureError when upstream may not or cannot be asked
 */
export type ReadDirectly = (query: InventoryQuery, view: InventoryView) => Promise<MonitorList>;

export function createReadDirectly(parts: {
  gateway: Gateway;
  pages: LastGood<WirePage>;
  demo: boolean;
}): ReadDirectly {
  return async (query, view) => {
    const { page, per_page, is_active } = query;
    const type = query.type?.include[0];
    const asked = { page, per_page, ...(type ? { type } : {}), ...(is_active ? { is_active } : {}) };
    const served = await parts.pages.get(serializeInventoryQuery(query), () =>
      parts.gateway.listPage(asked, 'list'),
    );
    const { value, asOf, upstreamNow } = served.reading;
    const observed_since = new Date(asOf).toISOString();
    return {
      data: value.monitors.map((monitor) => ({
        ...monitor,
        condition: conditionOf(monitor, upstreamNow),
        observed_since,
      })),
      pagination: value.pagination,
      meta: {
        ...metaOf(view, parts.demo),
        source: 'api',
        as_of: observed_since,
        refresh_at: new Date(served.refreshAt).toISOString(),
        degraded: served.degraded && describeDegraded(served.degraded),
      },
    };
  };
}
