import {
  type ColumnVisibilityState,
  functionalUpdate,
  type TableOptions,
  useTable,
} from '@tanstack/react-table';
import { useSearchParams } from 'next/navigation';
import { usePreferences } from '@/components/ui/preferences';
import { reviewRule } from '@/lib/contract/review-rules';
import type { MonitorRow } from './cells';
import {
  hiddenByDefault,
  lateColumns,
  type MonitorTableFeatures,
  monitorColumns,
  monitorTableFeatures,
} from './columns';

type ChangeHandlers = Pick<
  TableOptions<MonitorTableFeatures, MonitorRow>,
  'onColumnVisibilityChange' | 'onColumnOrderChange' | 'onColumnSizingChange'
>;

/**
 * Visibility, order and widths of the columns from the preferences, as `state` and `handlers` for `useTable`.
 * The table and the Columns menu share them. `reset` restores the defaults.
 *
 * @param ofRule the column that the rule of the list is about. It is shown without changing the preference
 */
export function useColumnPreferences(ofRule: string | undefined) {
  'use memo';
  const [{ hiddenColumns, columnOrder, columnWidths, isWide }, change] = usePreferences();
  const hiddenNow = hiddenIds(hiddenColumns, isWide);
  const isLent = ofRule !== undefined && hiddenNow.includes(ofRule);
  const columnVisibility: ColumnVisibilityState = Object.fromEntries(
    hiddenNow.filter((id) => id !== ofRule).map((id) => [id, false]),
  );
  const handlers = {
    onColumnVisibilityChange: (updater) => {
      const visibility = functionalUpdate(updater, columnVisibility);
      const hidden = Object.keys(visibility).filter((id) => visibility[id] === false);
      if (isLent && !hidden.includes(ofRule)) hidden.push(ofRule);
      const isDefault = hidden.toSorted().join() === hiddenIds(null, isWide).toSorted().join();
      change({ hiddenColumns: isDefault ? null : toHiddenColumns(hidden) });
    },
    onColumnOrderChange: (updater) => change({ columnOrder: functionalUpdate(updater, columnOrder) }),
    onColumnSizingChange: (updater) => change({ columnWidths: functionalUpdate(updater, columnWidths) }),
  } satisfies ChangeHandlers;
  return {
    state: { columnVisibility, columnOrder, columnSizing: columnWidths },
    handlers,
    reset: () => change({ hiddenColumns: null, columnOrder: [], columnWidths: {} }),
  };
}

/**
 * The ids of the hidden columns.
 *
 * @param hiddenColumns the preference. A late column is shown if its id is there with a `+`
 * @param isWide whether there is room for one more by default
 */
export function hiddenIds(hiddenColumns: readonly string[] | null, isWide: boolean): readonly string[] {
  if (hiddenColumns === null) return hiddenByDefault.filter((id) => !isWide || id !== 'last_24h');
  const isShown = (id: string) => hiddenColumns.includes(`+${id}`);
  return [...hiddenColumns.filter((id) => !id.startsWith('+')), ...lateColumns.filter((id) => !isShown(id))];
}

/** The preference for these hidden columns, see `hiddenIds`. */
export function toHiddenColumns(hidden: readonly string[]): string[] {
  const shown = lateColumns.filter((id) => !hidden.includes(id)).map((id) => `+${id}`);
  return [...hidden.filter((id) => !lateColumns.includes(id)), ...shown];
}

/**
 * The column ids with one moved to the place of another: after it when it comes from the left, before it when it comes
 * from the right.
 */
export function withColumnAt(ids: readonly string[], id: string, other: string): string[] {
  const to = ids.indexOf(other);
  if (to === -1 || !ids.includes(id)) return [...ids];
  return ids.filter((candidate) => candidate !== id).toSpliced(to, 0, id);
}

const noRows: readonly MonitorRow[] = [];

/** A table without rows, for components that only change the columns. */
export function useColumnTable() {
  'use memo';
  const rule = useSearchParams().get('rule') ?? '';
  const { state, handlers, reset } = useColumnPreferences(reviewRule(rule)?.column);
  const table = useTable({
    features: monitorTableFeatures,
    columns: monitorColumns,
    data: noRows,
    state,
    ...handlers,
  });
  return { table, reset };
}
