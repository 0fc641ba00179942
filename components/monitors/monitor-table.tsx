'use client';

import { useTable } from '@tanstack/react-table';
import { DataTable, dataTableFeatures } from '@/components/ui/data-table';
import { type InventorySort, inventorySorts, type SortOrder } from '@/lib/contract/inventory-sorts';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { type MonitorRow, monitorColumns } from './columns';

/** Only rows that need attention have a coloured edge; it lies inside the row, so nothing shifts. */
const edge: Record<Condition, string> = {
  down: 'max-sm:shadow-[inset_4px_0_0_var(--down)] sm:[&>td:first-child]:shadow-[inset_4px_0_0_var(--down)]',
  overdue:
    'max-sm:shadow-[inset_4px_0_0_var(--overdue)] sm:[&>td:first-child]:shadow-[inset_4px_0_0_var(--overdue)]',
  pending: '',
  up: '',
  inactive: '',
};

interface MonitorTableProps {
  monitors: readonly ListedMonitor[];
  visibility: Record<string, boolean>;
  sort: InventorySort | null;
  order: SortOrder | null;
  onSort: (sort: InventorySort) => void;
}

/** The monitors of one page, in the order given. */
export function MonitorTable({ monitors, visibility, sort, order, onSort }: MonitorTableProps) {
  const slowest = Math.max(0, ...monitors.map((monitor) => monitor.last_response_time_ms ?? 0));
  const data: MonitorRow[] = monitors.map((monitor) => ({ monitor, slowest }));
  const table = useTable({
    features: dataTableFeatures,
    columns: monitorColumns,
    data,
    state: { columnVisibility: visibility },
    getRowId: (row) => row.monitor.monitor_uuid,
  });
  return (
    <DataTable
      table={table}
      caption="Monitors"
      rowClass={(row) => edge[row.monitor.condition]}
      sort={sort}
      order={order}
      onSort={(key) => {
        const known = inventorySorts.find((candidate) => candidate === key);
        if (known) onSort(known);
      }}
    />
  );
}
