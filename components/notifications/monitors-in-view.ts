import type { QueryClient } from '@tanstack/react-query';
import type { RequestContext } from '@/lib/client/fetch-json';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { monitorListQuery } from '@/lib/client/queries';
import { type InventoryQuery, MAX_PER_PAGE } from '@/lib/contract/inventory-query';

/** How many pages of a view are read at most. */
const MOST_PAGES = 50;

/**
 * Returns those of some monitors that are in a view. The condition is no criterion: a view of what is down is also notified
 * of a recovery.
 *
 * @param asked UUIDs of monitors whose condition has just changed
 * @throws ApiError
 */
export async function monitorsInView(
  client: QueryClient,
  search: string,
  asked: readonly string[],
  context: RequestContext,
): Promise<ReadonlySet<string>> {
  const {
    condition: _condition,
    flapping: _flapping,
    ...view
  } = parseMonitorsUrl(new URLSearchParams(search)).query;
  const { q, type, region, is_active, maintenance_mode } = view;
  if ([q, type, region, is_active, maintenance_mode].every((filter) => filter === undefined)) {
    return new Set(asked);
  }
  const query: Omit<InventoryQuery, 'page'> = {
    ...view,
    per_page: MAX_PER_PAGE,
    sort: 'changed',
    order: 'desc',
    facets: false,
  };
  const [missing, found] = [new Set(asked), new Set<string>()];
  // Nearly all are on the first page. Those without `changed_at`, as of a monitor that was added already down, are last.
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES) && missing.size > 0; page += 1) {
    const { body } = await client.fetchQuery({
      ...monitorListQuery({ ...query, page }, context),
      staleTime: 0,
    });
    for (const { monitor_uuid } of body.data) if (missing.delete(monitor_uuid)) found.add(monitor_uuid);
    pages = body.pagination.total_pages;
  }
  return found;
}
