import { useState } from 'react';

/**
 * The rows to display: the fresh rows, or the held rows while the user interacts with them.
 *
 * @param loadedQuery the serialized query of the fresh rows; null while they belong to the previous query.
 *   Rows are not held across queries.
 * @param isSame whether two rows with the same id show the same
 * @param holding whether the user interacts with the rows; see `useInteractionWithin`
 */
export function useHeldRows<T>(
  fresh: readonly T[],
  { idOf, isSame }: { idOf: (row: T) => string; isSame: (a: T, b: T) => boolean },
  loadedQuery: string | null,
  holding: boolean,
) {
  'use memo';
  const [held, setHeld] = useState({ loadedQuery, shown: fresh });
  const query = loadedQuery ?? held.loadedQuery;
  const hold = holding && query === held.loadedQuery && held.shown.length > 0;
  const { rows, changed } = holdRows(hold ? held.shown : fresh, fresh, idOf);
  const isSameAs = (row: T, before: T | undefined) => before !== undefined && isSame(row, before);
  const isNew =
    rows.length !== held.shown.length || rows.some(({ row }, at) => !isSameAs(row, held.shown[at]));
  // The displayed rows are the base of the next comparison, including rows that are gone.
  if (isNew || query !== held.loadedQuery) setHeld({ loadedQuery: query, shown: rows.map(({ row }) => row) });
  return {
    rows,
    changed,
    apply: () => setHeld({ loadedQuery: query, shown: fresh }),
  };
}

/**
 * Combines the order and membership of the displayed rows with the values of the fresh rows, so that no row
 * is added, removed or moved while the user interacts with them.
 *
 * @param shown the displayed rows, from top to bottom, with their last known values
 * @param fresh the rows of the newest response, in their order
 * @returns `rows`: those with `gone` are no longer among the fresh ones. `changed`: the number of rows that would move, be
 *   added or be removed if the fresh rows were shown
 */
export function holdRows<T>(shown: readonly T[], fresh: readonly T[], idOf: (row: T) => string) {
  const places = new Map(fresh.map((row, place) => [idOf(row), place]));
  const kept: number[] = [];
  const rows = shown.map((row) => {
    const place = places.get(idOf(row));
    const now = place === undefined ? undefined : fresh[place];
    if (place === undefined || now === undefined) return { row, gone: true };
    kept.push(place);
    return { row: now, gone: false };
  });
  const removed = shown.length - kept.length;
  const added = places.size - kept.length;
  return { rows, changed: removed + added + kept.length - longestIncrease(kept) };
}

/** The length of the longest increasing subsequence: the maximum number of rows that do not have to move. */
function longestIncrease(sequence: readonly number[]): number {
  /** For each length, the smallest last value of an increasing subsequence. */
  const ends: number[] = [];
  for (const value of sequence) {
    const longer = ends.findIndex((end) => end >= value);
    if (longer === -1) ends.push(value);
    else ends[longer] = value;
  }
  return ends.length;
}
