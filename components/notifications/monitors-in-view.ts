import type { QueryClient } from '@tanstack/react-query';
import type { RequestContext } from '@/lib/client/fetch-json';
import { isFiltered, parseMonitorsUrl } from '@/lib/client/monitors-url';
import { monitorListQuery } from '@/lib/client/queries';
import type { Change } from '@/lib/contract/changes';
import { createFilter, MAX_PER_PAGE, withoutGroups } from '@/lib/contract/inventory-query';
import { withoutCondition } from '@/lib/contract/search/without-condition';

/** Maximum number of pages that are read of a view. */
const MAX_PAGES = 50;

/**
 * Returns which of these monitors are in a view, by UUID. The view's condition is ignored, so that a view of what is down is
 * also notified of a recovery.
 *
 * @param monitors monitors whose condition has just changed
 * @throws ApiError
 */
export async function monitorsInView(
  client: QueryClient,
  search: string,
  monitors: readonly Change['monitor'][],
  context: RequestContext,
): Promise<ReadonlySet<string>> {
  const { query } = parseMonitorsUrl(new URLSearchParams(search));
  const view = withoutCondition(query.in_group === undefined ? withoutGroups(query) : query);
  // Each monitor that is ruled out by its type or its regions would cost a request for every page.
  const isOfType = createFilter(query.type ?? []);
  const isInRegion = createFilter(query.region ?? []);
  const missing = new Set(
    monitors
      .filter((monitor) => isOfType([monitor.type]) && isInRegion(monitor.regions))
      .map(({ monitor_uuid }) => monitor_uuid),
  );
  if (!isFiltered(view)) return missing;
  const found = new Set<string>();
  // Nearly all are on the first page. Monitors without `changed_at` are last, for example one that was already down
  // when it was added.
  for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES) && missing.size > 0; page += 1) {
    const wanted = {
      ...view,
      per_page: MAX_PER_PAGE,
      sort: 'changed',
      order: 'desc',
      facets: false,
    } as const;
    const { body } = await client.fetchQuery({
      ...monitorListQuery({ ...wanted, page }, context),
      staleTime: 0,
      // Removed from the cache, because these pages are not shown and would take memory.
      gcTime: 0,
    });
    for (const { monitor_uuid } of body.data) if (missing.delete(monitor_uuid)) found.add(monitor_uuid);
    pages = body.pagination.total_pages;
  }
  return found;
}
