import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { readListContext, useListContext, writeListContext } from '@/components/monitor/list-context-store';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { useRequestContext } from '@/components/ui/use-request-context';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { placeIn, withPage } from '@/lib/client/neighbours';
import { monitorListQuery, readOnce } from '@/lib/client/queries';

/**
 * The way through the list that one came from. Without such a list there are no neighbours, and the way back leads to
 * the list as it is usually. A step takes the place of this page in the history, so that Back still leads to the list.
 */
export function usePreviousNext(uuid: string) {
  const router = useRouter();
  const listContext = useListContext();
  const place = listContext && placeIn(listContext, uuid);
  const missing = place?.missingPage ?? null;
  const search = place ? listContext.search : '';
  const { query } = parseMonitorsUrl(new URLSearchParams(search));
  // What the browser holds of that page will do; else it is requested, which costs nothing upstream.
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

  const step = (way: 'previous' | 'next') => {
    const known = readListContext();
    const target = known && placeIn(known, pendingNavigation.target(uuid))?.[way];
    if (!target) return;
    pendingNavigation.begin(target);
    router.replace(`/monitors/${target}`);
  };
  const listHref: '/monitors' | `/monitors?${string}` = search === '' ? '/monitors' : `/monitors?${search}`;
  return {
    place: place && { position: place.position, total: listContext.total, sort: query.sort },
    listHref,
    previous: place?.previous ?? null,
    next: place?.next ?? null,
    step,
    // The list itself puts the scroll where it was.
    backToList: () => router.push(listHref, { scroll: false }),
  };
}
