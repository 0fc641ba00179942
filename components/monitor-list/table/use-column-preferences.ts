import { type ColumnVisibilityState, functionalUpdate, type TableOptions } from '@tanstack/react-table';
import { usePreferences } from '@/components/ui/preferences';
import { hiddenByDefault, type MonitorRow, type MonitorTableFeatures } from './columns';

type ChangeHandlers = Pick<
  TableOptions<MonitorTableFeatures, MonitorRow>,
  'onColumnVisibilityChange' | 'onColumnOrderChange' | 'onColumnSizingChange'
>;

/**
 * Which columns are shown, in which order and how wide, as the preferences say. The table and the Columns menu pass
 * `state` and `handlers` to `useTable`, and so show the same.
 */
export function useColumnPreferences() {
  const [{ hiddenColumns, columnOrder, columnWidths }, change] = usePreferences();
  const columnVisibility: ColumnVisibilityState = Object.fromEntries(
    (hiddenColumns ?? hiddenByDefault).map((id) => [id, false]),
  );
  const handlers = {
    onColumnVisibilityChange: (updater) => {
      const visibility = functionalUpdate(updater, columnVisibility);
      change({ hiddenColumns: Object.keys(visibility).filter((id) => visibility[id] === false) });
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
