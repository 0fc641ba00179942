'use client';

import { DataTable } from '@/components/ui/data-table';
import { usePreferences } from '@/components/ui/preferences';
import { useSameRows } from '@/components/ui/use-same-rows';
import { type InventorySort, inventorySorts, type SortOrder } from '@/lib/contract/inventory-sorts';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { barScale } from './bar-scale';
import type { MonitorRow } from './columns';
import type { ShownRow } from './rows/hold-rows';
import { sortHint } from './sort-hint';
import { useColumns } from './use-columns';

/** Only rows that need attention have a coloured edge; it lies inside the row, so nothing shifts. */
const edge: Record<Condition, string> = {
  down: 'max-sm:shadow-[inset_4px_0_0_var(--down)] sm:[&>td:first-child]:shadow-[inset_4px_0_0_var(--down)]',
  overdue:
    'max-sm:shadow-[inset_4px_0_0_var(--overdue)] sm:[&>td:first-child]:shadow-[inset_4px_0_0_var(--overdue)]',
  pending: '',
  up: '',
  inactive: '',
};

/** Of what has gone the colours go too; not of the link's cell, for a filter would keep the link from covering the row. */
const faded = '[&>td>*:not(:has(a))]:grayscale';

/** CSS pixels. */
export const rowHeights = { compact: 32, roomy: 40 } as const;

interface MonitorTableProps {
  rows: readonly ShownRow<ListedMonitor>[];
  sort: InventorySort | null;
  order: SortOrder | null;
  onSort: (sort: InventorySort) => void;
}

/** The monitors of one page, in the order given. */
export function MonitorTable({ rows, sort, order, onSort }: MonitorTableProps) {
  const [{ density }] = usePreferences();
  const columns = useColumns();
  const scale = barScale(rows.map(({ row }) => row.last_response_time_ms));
  const shown = useSameRows(
    rows.map(({ row, gone }): MonitorRow => ({ monitor: row, gone, scale })),
    (a, b) => a.monitor === b.monitor && a.gone === b.gone && a.scale === b.scale,
  );
  return (
    <DataTable
      columns={columns.shown}
      rows={shown}
      caption="Monitors"
      rowHeight={rowHeights[density]}
      rowClass={({ monitor, gone }) => (gone ? faded : edge[monitor.condition])}
      sort={{
        by: sort,
        order,
        hint: (key, label) => sortHint(key, label, sort, order),
        onSort: (key) => {
          const known = inventorySorts.find((candidate) => candidate === key);
          if (known) onSort(known);
        },
      }}
      widths={columns.widths}
      onWidth={columns.setWidth}
    />
  );
}
