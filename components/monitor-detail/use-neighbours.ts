import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRequestContext } from '@/components/ui/use-request-context';
import type { EtaggedBody } from '@/lib/client/fetch-json';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { type OpenedMonitor, onPage } from '@/lib/client/opened-monitor';
import { monitorListKey, monitorListQuery, readOnce } from '@/lib/client/queries';
import type { MonitorList } from '@/lib/contract/responses';

const steps = { next: 1, previous: -1 } as const;
export type Direction = keyof typeof steps;

/**
 * The neighbours of a monitor in the list that it was opened from. The order is that of the cached list, which is not read
 * again; after a reload of the document it is the present one.
 *
 * @returns `place`: null while it is unknown, and for a monitor that is not on that page. `neighbourOf`: null at the end of
 * the list, and while the page beyond is loading
 */
export function useNeighbours({ uuid, list }: OpenedMonitor) {
  const client = useQueryClient();
  const context = useRequestContext();
  const { query } = parseMonitorsUrl(new URLSearchParams(list ?? ''));
  const optionsOf = (page: number) => ({
    ...monitorListQuery({ ...query, page }, context),
    ...readOnce,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const body = useQuery({ ...optionsOf(query.page), enabled: list !== null }).data?.body;
  const rows = rowsOf(body);
  const index = rows.indexOf(uuid);
  const isLast = index === rows.length - 1;
  const beyond = index === 0 && query.page > 1 ? query.page - 1 : isLast ? query.page + 1 : null;
  const isBeyond = index >= 0 && beyond !== null && beyond <= (body?.pagination.total_pages ?? 0);
  useQuery({ ...optionsOf(beyond ?? 1), enabled: isBeyond });

  function neighbourOf(from: OpenedMonitor, direction: Direction): OpenedMonitor | null {
    if (from.list === null) return null;
    const { query: own } = parseMonitorsUrl(new URLSearchParams(from.list));
    const rowsOn = (page: number) =>
      rowsOf(client.getQueryData<EtaggedBody<MonitorList>>(monitorListKey({ ...own, page }))?.body);
    const known = rowsOn(own.page);
    const at = known.indexOf(from.uuid);
    if (at === -1) return null;
    const step = steps[direction];
    const next = known[at + step];
    if (next !== undefined) return { uuid: next, list: from.list };
    // A monitor that has moved to the page beyond is not its own neighbour.
    const others = rowsOn(own.page + step).filter((other) => !known.includes(other));
    const first = others.at(step === 1 ? 0 : -1);
    return first === undefined ? null : { uuid: first, list: onPage(from.list, own.page + step) };
  }

  const before = body?.grouped ? 0 : (query.page - 1) * query.per_page;
  const total = body?.grouped ? rows.length : (body?.pagination.total ?? 0);
  const place = index === -1 ? null : { position: before + index + 1, total };
  return { place, sort: query.sort, neighbourOf };
}

/** The monitors of a page in order. A grouped list has those of its open groups. */
function rowsOf(body: MonitorList | undefined): string[] {
  const groups = body?.grouped?.groups.flatMap(({ monitors }) => monitors);
  return [...new Set((groups ?? body?.data ?? []).map(({ monitor_uuid: uuid }) => uuid))];
}
