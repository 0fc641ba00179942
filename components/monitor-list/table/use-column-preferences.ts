import {
  type ColumnVisibilityState,
  functionalUpdate,
  type TableOptions,
  useTable,
} from '@tanstack/react-table';
import { useSearchParams } from 'next/navigation';
import { usePreferences } from '@/components/ui/preferences';
import { columnOfRule } from '@/lib/contract/review-rules';
import type { MonitorRow } from './cells';
import {
  columnLabel,
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
 */
export function useColumnPreferences() {
  'use memo';
  const [{ hiddenColumns, columnOrder, columnWidths }, change] = usePreferences();
  // The list of a rule shows the column that the rule is about, without changing the preference.
  const ofRule = columnOfRule(useSearchParams().get('rule') ?? '');
  const isLent = ofRule !== null && hiddenIds(hiddenColumns).includes(ofRule);
  const columnVisibility: ColumnVisibilityState = Object.fromEntries(
    hiddenIds(hiddenColumns)
      .filter((id) => id !== ofRule)
      .map((id) => [id, false]),
  );
  const handlers = {
    onColumnVisibilityChange: (updater) => {
      const visibility = functionalUpdate(updater, columnVisibility);
      const hidden = Object.keys(visibility).filter((id) => visibility[id] === false);
      if (isLent && !hidden.includes(ofRule)) hidden.push(ofRule);
      const isDefault = hidden.toSorted().join() === hiddenByDefault.toSorted().join();
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

/** The ids of the hidden columns. @param hiddenColumns the preference. A late column is shown if its id is there with a `+` */
export function hiddenIds(hiddenColumns: readonly string[] | null): readonly string[] {
  if (hiddenColumns === null) return hiddenByDefault;
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
  const { state, handlers, reset } = useColumnPreferences();
  const table = useTable({
    features: monitorTableFeatures,
    columns: monitorColumns,
    data: noRows,
    state,
    ...handlers,
  });
  return { table, reset };
}

/** The columns that can be hidden, with their visibility and a function that toggles it. */
export function useColumnChoices() {
  'use memo';
  return useColumnTable()
    .table.getAllLeafColumns()
    .filter((column) => column.getCanHide())
    .map((column) => ({
      id: column.id,
      label: columnLabel(column),
      isVisible: column.getIsVisible(),
      toggle: () => column.toggleVisibility(),
    }));
}
