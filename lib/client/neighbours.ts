import { type ListContext, MAX_ROWS } from './list-context';

/** A monitor's position in the list from which it was opened, and its neighbours. */
interface Place {
  /** The first is 1. */
  position: number;
  previous: string | null;
  next: string | null;
  /** The page of the list that has to be loaded to know a neighbour; null when both are known. */
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
 * Returns the context with one more page at either end. Monitors that have moved there meanwhile are not added twice.
 * An empty page marks the end of the list. Beyond `MAX_ROWS` the context is returned unchanged.
 *
 * @param page the page's number, from 1, and the UUIDs on it
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
  if (rows.length + added.length > MAX_ROWS) return listContext;
  if (start < from) return { ...listContext, from: start, rows: [...added, ...rows] };
  if (end > to) return { ...listContext, to: end, rows: [...rows, ...added] };
  return { ...listContext, total: to };
}
