import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { readListContext, writeListContext } from '@/components/monitor/list-context-store';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { withShownPage } from '@/lib/client/list-context';
import type { MonitorList } from '@/lib/contract/answers';

/**
 * Remembers the list that is shown, for the monitors that are opened from it; and when one comes back to it, puts
 * scroll and focus where they were, or on the row of the monitor that was left.
 *
 * @param search the list's URL parameters, without the question mark
 * @param list what is shown; undefined while it is another list's rows that stand there
 */
export function useListMemory(search: string, list: MonitorList | undefined): void {
  const isShown = list !== undefined;
  const comeBack = useEffectEvent(() => returnTo(search));
  useLayoutEffect(() => {
    if (isShown) comeBack();
  }, [isShown]);
  useEffect(() => pendingNavigation.arrive(null), []);
  useEffect(() => {
    if (list) remember(search, list);
  }, [search, list]);
  // Before the rows are taken away: afterwards the page is shorter, and the scroll another.
  useLayoutEffect(() => () => rememberScroll(window.scrollY), []);
}

function remember(search: string, { data, pagination }: MonitorList): void {
  const { page, per_page: perPage, total } = pagination;
  const rows = data.map(({ monitor_uuid: uuid }) => uuid);
  writeListContext(
    withShownPage(readListContext(), { search, perPage, total, from: (page - 1) * perPage, rows }),
  );
}

function rememberScroll(scrollY: number): void {
  const listContext = readListContext();
  if (listContext) writeListContext({ ...listContext, scrollY });
}

function returnTo(search: string): void {
  const listContext = readListContext();
  if (!listContext || listContext.lastShown === null || listContext.search !== search) return;
  window.scrollTo(0, listContext.scrollY);
  const link = linkTo(listContext.lastShown) ?? linkTo(listContext.opened);
  if (!link) return;
  link.focus({ preventScroll: true });
  if (!isSeen(link)) link.scrollIntoView({ block: 'center' });
}

/** Whether the middle of it is really there to see: not scrolled away, nor under a header that sticks. */
function isSeen(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there !== null && (element.contains(there) || there.contains(element));
}

function linkTo(uuid: string | null): HTMLElement | null {
  if (uuid === null) return null;
  return document.querySelector<HTMLElement>(`a[href="${CSS.escape(`/monitors/${uuid}`)}"]`);
}
