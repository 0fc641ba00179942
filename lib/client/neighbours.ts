import { type ListContext, MOST_ROWS } from './list-context';

/** Where a monitor stands in that list. */
interface Place {
  /** The first is 1. */
  position: number;
  previous: string | null;
  next: string | null;
  /** The page of the list that holds a neighbour which is not known yet; null when there is none. */
  missingPage: number | null;
}

/** Null when the monitor is not in the known part of the list. */
export function placeIn(listContext: ListContext, uuid: string): Place | null {
  const { rows, from, to, total, perPage } = listContext;
  const index = rows.indexOf(uuid);
  if (index < 0) return null;
  const pageOf = (row: number) => Math.floor(row / perPage) + 1;
  const before = index === 0 && from > 0 ? pageOf(from - 1) : null;
  const after = index === rows.length - 1 && to < total ? pageOf(to) : null;
  return {
    position: Math.min(from + index + 1, total),
    previous: rows[index - 1] ?? null,
    next: rows[index + 1] ?? null,
    missingPage: before ?? after,
  };
}

/**
 * The list with one more page known at either end. Monitors that have moved there meanwhile are not taken twice. A page
 * that is found empty is the list's end.
 *
 * @param page the page's number and the UUIDs on it
 */
export function withPage(
  listContext: ListContext,
  page: { number: number; rows: readonly string[] },
): ListContext {
  const { rows, from, to, perPage } = listContext;
  const start = (page.number - 1) * perPage;
  const end = start + page.rows.length;
  const known = new Set(rows);
  const added = page.rows.filter((uuid) => !known.has(uuid));
  if (rows.length + added.length > MOST_ROWS) return listContext;
  if (start < from) return { ...listContext, from: start, rows: [...added, ...rows] };
  if (end > to) return { ...listContext, to: end, rows: [...rows, ...added] };
  return { ...listContext, total: to };
}
