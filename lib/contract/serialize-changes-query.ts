import type { ChangesQuery } from './changes-query.ts';

/** The filters of a query of the changes, without paging. */
export type ChangesFilters = Omit<ChangesQuery, 'cursor' | 'limit'>;

/** Writes filters as search parameters that `parseChangesQuery` reads. Equal filters give equal strings. */
export function serializeChangesFilters({ since, until, q, monitor, ...lists }: ChangesFilters): string {
  const search = new URLSearchParams();
  if (since !== undefined) search.set('since', new Date(since).toISOString());
  if (until !== undefined) search.set('until', new Date(until).toISOString());
  for (const name of ['kind', 'type', 'region'] as const) {
    for (const value of lists[name].toSorted()) search.append(name, value);
  }
  if (q !== undefined) search.set('q', q);
  if (monitor !== undefined) search.set('monitor', monitor);
  return search.toString();
}
