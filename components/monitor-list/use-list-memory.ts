import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { readListContext, writeListContext } from '@/components/monitor/list-context-store';
import { pendingNavigation } from '@/components/monitor/pending-navigation';
import { withShownPage } from '@/lib/client/list-context';
import type { MonitorList } from '@/lib/contract/responses';
import { withBasePath } from '@/lib/text/base-path';

/**
 * Stores the current list as list context for the pages of its monitors. When the user returns to the list,
 * restores the scroll position and focuses the row of the last shown monitor.
 *
 * @param search the list's URL parameters, without the question mark
 * @param list the displayed list; undefined while the rows belong to the previous query
 */
export function useListMemory(search: string, list: MonitorList | undefined): void {
  const isShown = list !== undefined;
  const restore = useEffectEvent(() => restorePosition(search));
  useLayoutEffect(() => {
    if (isShown) restore();
  }, [isShown]);
  useEffect(() => pendingNavigation.arrive(null), []);
  useEffect(() => {
    if (list) storeContext(search, list);
  }, [search, list]);
  // A layout effect cleanup, because removing the rows changes the scroll position.
  useLayoutEffect(() => () => storeScroll(window.scrollY), []);
}

function storeContext(search: string, { data, grouped, pagination }: MonitorList): void {
  const { page, per_page: perPage, total } = pagination;
  // A grouped list has the monitors of its open groups. Its other pages have groups instead of monitors.
  const inGroups = grouped?.groups.flatMap(({ monitors }) => monitors);
  const rows = [...new Set((inGroups ?? data).map(({ monitor_uuid: uuid }) => uuid))];
  const place = inGroups ? { total: rows.length, from: 0 } : { total, from: (page - 1) * perPage };
  writeListContext(withShownPage(readListContext(), { search, perPage, rows, ...place }));
}

function storeScroll(scrollY: number): void {
  const listContext = readListContext();
  if (listContext) writeListContext({ ...listContext, scrollY });
}

function restorePosition(search: string): void {
  const listContext = readListContext();
  if (!listContext || listContext.lastShown === null || listContext.search !== search) return;
  window.scrollTo(0, listContext.scrollY);
  const link = linkTo(listContext.lastShown) ?? linkTo(listContext.opened);
  if (!link) return;
  link.focus({ preventScroll: true });
  if (!isVisible(link)) link.scrollIntoView({ block: 'center' });
}

/** Whether the middle of an element is visible: not scrolled away, and not behind a sticky element. */
function isVisible(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return topmost !== null && (element.contains(topmost) || topmost.contains(element));
}

function linkTo(uuid: string | null): HTMLElement | null {
  if (uuid === null) return null;
  return document.querySelector<HTMLElement>(`a[href="${CSS.escape(withBasePath(`/monitors/${uuid}`))}"]`);
}
