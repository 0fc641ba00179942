import type { QueryClient } from '@tanstack/react-query';
import type { RequestContext } from '@/lib/client/fetch-json';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { monitorListQuery } from '@/lib/client/queries';
import type { InventoryQuery } from '@/lib/contract/inventory-query';

/** How many monitors a response can have at most. */
const MOST = 100;

/**
 * The UUIDs of those monitors of a view whose condition has changed last; null for a view of all monitors. The condition
 * is no criterion: a view of what is down is also notified of a recovery.
 *
 * @throws ApiError
 */
export async function monitorsInView(
  client: QueryClient,
  search: string,
  context: RequestContext,
): Promise<ReadonlySet<string> | null> {
  const {
    condition: _condition,
    flapping: _flapping,
    ...view
  } = parseMonitorsUrl(new URLSearchParams(search)).query;
  const { q, type, region, is_active, maintenance_mode } = view;
  if ([q, type, region, is_active, maintenance_mode].every((filter) => filter === undefined)) return null;
  const query: InventoryQuery = {
    ...view,
    page: 1,
    per_page: MOST,
    sort: 'changed',
    order: 'desc',
    facets: false,
  };
  const { body } = await client.fetchQuery({ ...monitorListQuery(query, context), staleTime: 0 });
  return new Set(body.data.map((row) => row.monitor_uuid));
}
