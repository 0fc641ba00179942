import { createContext, useEffectEvent, useLayoutEffect } from 'react';
import { type OpenedMonitor, onPage } from '@/lib/client/monitors-url';
import { withBasePath } from '@/lib/text/base-path';

/** The search parameters of the displayed list, which the links of its rows carry; null outside of a list. */
export const ListSearch = createContext<string | null>(null);

/** Where the user has left the list. It lasts until the document is reloaded. */
interface LeftList {
  /** Its search, on the first page. */
  list: string;
  /** CSS pixels; null: it was left before the reload. */
  scrollY: number | null;
  /** The monitor that was opened first, and the one that was shown last. */
  opened: string;
  shown: string;
}

let left: LeftList | null = null;
let scrolled: { list: string; scrollY: number } | null = null;

/** Remembers the scroll position of the displayed list. @param search its URL parameters */
function rememberScroll(search: string, scrollY: number): void {
  scrolled = { list: onPage(search, 1), scrollY };
}

/** Remembers that the page of a monitor is shown. */
export function showMonitor({ uuid, list: search }: OpenedMonitor): void {
  if (search === null) return;
  const list = onPage(search, 1);
  const scrollY = scrolled?.list === list ? scrolled.scrollY : null;
  left = { list, scrollY, opened: left?.list === list ? left.opened : uuid, shown: uuid };
}

/** Returns where the user has left this list, once; null: it was not left for a monitor. */
function returnToList(search: string): LeftList | null {
  const from = left?.list === onPage(search, 1) ? left : null;
  left = null;
  return from;
}

/**
 * When the user returns to the list, restores the scroll position and focuses the row of the last shown monitor; the one
 * that was opened first, if the last one is on another page.
 *
 * @param search the list's URL parameters, without the question mark
 * @param isShown whether the rows of this search are displayed
 */
export function useListMemory(search: string, isShown: boolean): void {
  const restore = useEffectEvent(() => {
    const left = returnToList(search);
    if (left === null) return;
    if (left.scrollY !== null) window.scrollTo(0, left.scrollY);
    const link = linkTo(left.shown) ?? linkTo(left.opened);
    link?.focus({ preventScroll: true });
    if (link && !isVisible(link)) link.scrollIntoView({ block: 'center' });
  });
  useLayoutEffect(() => {
    if (isShown) restore();
  }, [isShown]);
  // At each scroll, and not at the end: what is removed with the rows changes the scroll position.
  useLayoutEffect(() => {
    const remember = () => rememberScroll(search, window.scrollY);
    remember();
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [search]);
}

/** Whether the middle of an element is visible: not scrolled away, and not behind a sticky element. */
function isVisible(element: HTMLElement): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return topmost !== null && (element.contains(topmost) || topmost.contains(element));
}

function linkTo(uuid: string): HTMLElement | null {
  const path = CSS.escape(withBasePath(`/monitors/${uuid}`));
  return document.querySelector<HTMLElement>(`a[href^="${path}"]`);
}
