import { createContext } from 'react';
import { type OpenedMonitor, onPage } from '@/lib/client/monitors-url';

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
export function rememberScroll(search: string, scrollY: number): void {
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
export function returnToList(search: string): LeftList | null {
  const from = left?.list === onPage(search, 1) ? left : null;
  left = null;
  return from;
}
