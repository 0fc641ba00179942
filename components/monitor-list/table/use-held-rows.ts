import { useState } from 'react';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorRow } from './columns';

interface ShownRows {
  rows: readonly MonitorRow[];
  /** How many rows wait to move, come or go. */
  changed: number;
  /** Shows the rows as they are now. */
  apply: () => void;
}

/**
 * The rows to show: as fresh as they come, or held in place while somebody works with them.
 *
 * @param loadedQuery which query the fresh rows answer; null while they are still those of the one before. Another
 *   query is another list, and nothing of the old one is held.
 * @param holding whether somebody does: `useInteractionWithin` says when that begins and ends
 */
export function useHeldRows(
  fresh: readonly ListedMonitor[],
  loadedQuery: string | null,
  holding: boolean,
): ShownRows {
  'use memo';
  const [held, setHeld] = useState({ loadedQuery, shown: fresh });
  const query = loadedQuery ?? held.loadedQuery;
  const hold = holding && query === held.loadedQuery && held.shown.length > 0;
  const { rows, changed } = holdRows(hold ? held.shown : fresh, fresh, ({ monitor_uuid }) => monitor_uuid);
  const isNew = rows.length !== held.shown.length || rows.some(({ row }, at) => row !== held.shown[at]);
  // What is shown now is where the next answer starts from: a row that has gone is remembered with it.
  if (isNew || query !== held.loadedQuery) setHeld({ loadedQuery: query, shown: rows.map(({ row }) => row) });
  return {
    rows: rows.map(({ row, gone }) => ({ monitor: row, gone })),
    changed,
    apply: () => setHeld({ loadedQuery: query, shown: fresh }),
  };
}

interface HeldRows<T> {
  /** `gone` is no longer among the fresh rows, and shows what was last known of it. */
  rows: { row: T; gone: boolean }[];
  /** How many would move, come or go if the fresh rows were shown as they are. */
  changed: number;
}

/**
 * Keeps rows in place while somebody works with them: the order and the membership of what is shown, the values of
 * what is fresh. Nothing is added, nothing is taken away, nothing moves.
 *
 * @param shown the rows on the screen, from top to bottom, with what is last known of each
 * @param fresh the rows as they are now, in the order they would have
 */
export function holdRows<T>(shown: readonly T[], fresh: readonly T[], idOf: (row: T) => string): HeldRows<T> {
  const places = new Map(fresh.map((row, place) => [idOf(row), place]));
  const stayed: number[] = [];
  const rows = shown.map((row) => {
    const place = places.get(idOf(row));
    const now = place === undefined ? undefined : fresh[place];
    if (place === undefined || now === undefined) return { row, gone: true };
    stayed.push(place);
    return { row: now, gone: false };
  });
  const went = shown.length - stayed.length;
  const came = places.size - stayed.length;
  return { rows, changed: went + came + stayed.length - longestIncrease(stayed) };
}

/** Length of the longest increasing subsequence: the most rows that can stay while the others move past them. */
function longestIncrease(sequence: readonly number[]): number {
  /** The smallest end of an increasing subsequence of each length. */
  const ends: number[] = [];
  for (const value of sequence) {
    const longer = ends.findIndex((end) => end >= value);
    if (longer === -1) ends.push(value);
    else ends[longer] = value;
  }
  return ends.length;
}
