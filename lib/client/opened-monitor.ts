import { parseAsString } from 'nuqs/server';

/**
 * A monitor, and the page of the list that it was opened from as search parameters without the question mark; null: it was
 * opened in another way. The previous and next monitor are its neighbours there.
 */
export interface OpenedMonitor {
  uuid: string;
  list: string | null;
}

/** The parameter of a monitor's URL that names the list. */
export const listParser = parseAsString;

/** The path of a monitor's page. */
export function monitorPath({ uuid, list }: OpenedMonitor): `/monitors/${string}` {
  return list === null ? `/monitors/${uuid}` : `/monitors/${uuid}?list=${encodeURIComponent(list)}`;
}

/** The search parameters of another page of a list. @param page from 1 */
export function onPage(list: string, page: number): string {
  const search = new URLSearchParams(list);
  if (page === 1) search.delete('page');
  else search.set('page', String(page));
  return search.toString();
}
