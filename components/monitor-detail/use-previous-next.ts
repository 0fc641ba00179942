import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { readListContext, useListContext, writeListContext } from '@/components/monitor/list-context-store';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { useRequestContext } from '@/components/ui/use-request-context';
import { placeIn, withPage } from '@/lib/client/list-context';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { monitorListQuery, readOnce } from '@/lib/client/queries';

/**
 * The position of a monitor in the list it was opened from, and its neighbours there. Without such a list
 * there are no neighbours, and `listHref` is the default list. A step replaces the history entry, so that
 * Back leads to the list.
 */
export function usePreviousNext(uuid: string) {
  const router = useRouter();
  const listContext = useListContext();
  const place = listContext && placeIn(listContext, uuid);
  const missing = place?.missingPage ?? null;
  const search = place ? listContext.search : '';
  const { query } = parseMonitorsUrl(new URLSearchParams(search));
  // A cached page is sufficient; otherwise the page is requested from the BFF, without an upstream request.
  const beyond = useQuery({
    ...monitorListQuery({ ...query, page: missing ?? 1 }, useRequestContext()),
    ...readOnce,
    enabled: missing !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const beyondRows = missing === null ? undefined : beyond.data?.body.data;
  useEffect(() => {
    const known = readListContext();
    if (!known || missing === null || !beyondRows) return;
    writeListContext(
      withPage(known, { number: missing, rows: beyondRows.map((monitor) => monitor.monitor_uuid) }),
    );
  }, [missing, beyondRows]);
  useEffect(() => {
    pendingNavigation.arrive(uuid);
    const known = readListContext();
    if (!known?.rows.includes(uuid)) return;
    writeListContext({ ...known, opened: known.opened ?? uuid, lastShown: uuid });
  }, [uuid]);

  const step = (direction: 'previous' | 'next') => {
    const known = readListContext();
    const target = known && placeIn(known, pendingNavigation.target(uuid))?.[direction];
    if (!target) return;
    pendingNavigation.begin(target, uuid);
    router.replace(`/monitors/${target}`);
  };
  const listHref: '/monitors' | `/monitors?${string}` = search === '' ? '/monitors' : `/monitors?${search}`;
  return {
    place: place && { position: place.position, total: listContext.total, sort: query.sort },
    listHref,
    previous: place?.previous ?? null,
    next: place?.next ?? null,
    step,
    // The list restores its scroll position itself.
    backToList: () => router.push(listHref, { scroll: false }),
  };
}
