import { useDeferredValue, useState } from 'react';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorList } from '@/lib/contract/responses';
import { ListFrame, type ListFrameProps } from './list-frame';

/** The monitors of one page. Rows keep their positions while the user interacts with them. */
export function ListBody(props: ListFrameProps) {
  'use memo';
  const { list, loadedQuery, container } = props;
  const shown = useDeferredRefresh(list, loadedQuery);
  const rows = useHeldRows(shown.data, identity, loadedQuery, useInteractionWithin(container));
  return (
    <ListFrame
      {...props}
      shown={shown}
      rows={rows.map(({ row, gone }) => ({ monitor: row, gone }))}
      isEmpty={rows.length === 0}
    />
  );
}

const identity = {
  idOf: ({ monitor_uuid }: ListedMonitor) => monitor_uuid,
  isSame: (a: ListedMonitor, b: ListedMonitor) => a === b,
};

/**
 * Defers rendering of a refresh, so that a hundred changed rows do not block input and scrolling. The result
 * of another query is rendered at once, because the user waits for it.
 */
export function useDeferredRefresh(list: MonitorList, loadedQuery: string | null): MonitorList {
  const deferredList = useDeferredValue(list);
  const deferredQuery = useDeferredValue(loadedQuery);
  return deferredQuery === loadedQuery ? deferredList : list;
}

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
  const rows = holdRows(hold ? held.shown : fresh, fresh, idOf);
  const isSameAs = (row: T, before: T | undefined) => before !== undefined && isSame(row, before);
  const isNew =
    rows.length !== held.shown.length || rows.some(({ row }, at) => !isSameAs(row, held.shown[at]));
  // The displayed rows are the base of the next comparison, including rows that are gone.
  if (isNew || query !== held.loadedQuery) setHeld({ loadedQuery: query, shown: rows.map(({ row }) => row) });
  return rows;
}

/**
 * Combines the order and membership of the displayed rows with the values of the fresh rows, so that no row
 * is added, removed or moved while the user interacts with them.
 *
 * @param shown the displayed rows, from top to bottom, with their last known values
 * @param fresh the rows of the newest response
 * @returns the rows to display; those with `gone` are no longer among the fresh ones
 */
export function holdRows<T>(shown: readonly T[], fresh: readonly T[], idOf: (row: T) => string) {
  const now = new Map(fresh.map((row) => [idOf(row), row]));
  return shown.map((row) => ({ row: now.get(idOf(row)) ?? row, gone: !now.has(idOf(row)) }));
}
