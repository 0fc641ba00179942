import {
  type Column,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import { ConditionCell } from '@/components/monitor/condition-badge';
import { inBoundary } from '@/components/ui/load-boundary';
import type { ColumnName } from '@/lib/contract/list-layout';
import { defaultOrderOf } from '@/lib/contract/list-layout';
import {
  ActiveCell,
  ChangedCell,
  CreatedCell,
  DescriptionCell,
  IntervalCell,
  LastCheckCell,
  LastStatusCell,
  MaintenanceCell,
  MethodCell,
  type MonitorRow,
  NameCell,
  RedirectsCell,
  RegionCell,
  ResponseCell,
  SinceCell,
  StatusCodesCell,
  TargetCell,
  TimeoutCell,
  TypeCell,
  UpdatedCell,
  UuidCell,
} from './cells';
import { sortOfColumn } from './sorting';

/** Column options in addition to those of TanStack Table. */
interface MonitorColumnMeta {
  /** The share of the remaining width, unless the user has set a width. */
  grow?: number;
  align?: 'end';
  /** Whether the list cannot be sorted by it, but the report is. */
  isInReport?: boolean;
  /**
   * The width of the window below which the column is hidden so that the name stays readable, in CSS pixels. Only while
   * the user has chosen no columns. `row-and-cell.css` has the same widths.
   */
  hideBelow?: 1800 | 1104 | 1024 | 900 | 780;
  /** The position in the card of a phone, which has three lines, and one for a strip; columns without one are hidden there. */
  card?: 'title' | 'badge' | 'subtitle' | 'age' | 'note1' | 'note2' | 'note3' | 'strip';
}

/** Without the resizing feature, which supports only pointers; `ColumnResizer` also supports the keyboard. */
export const monitorTableFeatures = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<MonitorColumnMeta>(),
});

export type MonitorTableFeatures = typeof monitorTableFeatures;
export type MonitorColumn = Column<MonitorTableFeatures, MonitorRow>;

const helper = createColumnHelper<MonitorTableFeatures, MonitorRow>();

interface ColumnOptions extends MonitorColumnMeta {
  size: number;
  minSize?: number;
}

/**
 * A column. Those that the server can sort by are sortable: pressing the heading sorts in the default direction, then in the
 * opposite one, then resets to the default sort.
 */
function column(id: ColumnName, header: string, Cell: ComponentType<MonitorRow>, options: ColumnOptions) {
  const { size, minSize = size, ...meta } = options;
  const sort = sortOfColumn(id);
  // The value is not used, but the table sorts only columns that have one.
  return helper.accessor(({ monitor }) => monitor, {
    id,
    header,
    size,
    minSize,
    enableSorting: sort !== undefined,
    sortDescFirst: sort !== undefined && defaultOrderOf(sort) === 'desc',
    meta,
    cell: ({ row }) => <Cell {...row.original} />,
  });
}

/** A cell of the past, which few people show. The first load has a limit (ADR 0042). */
const pastCell = (name: 'LastDayCell' | 'Availability7Cell' | 'Availability30Cell') =>
  inBoundary(
    dynamic(() => import('./past-cells').then((file) => file[name])),
    'Not loaded',
  );

const availability: ColumnOptions = { size: 156, minSize: 104, align: 'end', isInReport: true };

/** The columns in their default order: all 19 fields, the beginning of the condition, its last change, and the past. */
export const monitorColumns = helper.columns([
  column('condition', 'Condition', ConditionCell, { size: 132, minSize: 80, card: 'badge' }),
  column('name', 'Name', NameCell, { size: 190, minSize: 140, grow: 400, card: 'title' }),
  column('observed_since', 'Since', SinceCell, { size: 124, minSize: 72, align: 'end', card: 'age' }),
  column('type', 'Type', TypeCell, { size: 80, minSize: 64, hideBelow: 1024, card: 'note1' }),
  column('target', 'Target', TargetCell, { size: 120, grow: 400, hideBelow: 900, card: 'subtitle' }),
  column('region', 'Region', RegionCell, { size: 80, minSize: 56, hideBelow: 780, card: 'note2' }),
  column('interval', 'Interval', IntervalCell, { size: 84, hideBelow: 1104, align: 'end' }),
  column('last_check_at', 'Last check', LastCheckCell, { size: 102, align: 'end', card: 'note3' }),
  column('last_response_time_ms', 'Response', ResponseCell, { size: 132, minSize: 88, align: 'end' }),
  column('changed', 'Condition changed', ChangedCell, { size: 140, minSize: 92, align: 'end' }),
  column('maintenance_mode', 'Maintenance', MaintenanceCell, { size: 104, minSize: 64 }),
  column('last_status', 'Last status', LastStatusCell, { size: 104, minSize: 72 }),
  column('is_active', 'Active', ActiveCell, { size: 64, minSize: 56 }),
  column('created_at', 'Created', CreatedCell, { size: 92, align: 'end' }),
  column('updated_at', 'Updated', UpdatedCell, { size: 92, align: 'end' }),
  column('monitor_uuid', 'UUID', UuidCell, { size: 292, minSize: 80 }),
  column('description', 'Description', DescriptionCell, { size: 200, minSize: 80 }),
  column('http_method', 'Method', MethodCell, { size: 84 }),
  column('expected_status_codes', 'Expected status', StatusCodesCell, { size: 124, minSize: 80 }),
  column('follow_redirects', 'Redirects', RedirectsCell, { size: 104 }),
  column('timeout_ms', 'Timeout', TimeoutCell, { size: 84, align: 'end' }),
  column('last_24h', 'Last 24 h', pastCell('LastDayCell'), {
    size: 148,
    minSize: 96,
    hideBelow: 1800,
    card: 'strip',
  }),
  column('availability_7d', 'Availability 7 d', pastCell('Availability7Cell'), availability),
  column('availability_30d', 'Availability 30 d', pastCell('Availability30Cell'), availability),
]);

export function columnLabel(id: string): string {
  const header = monitorColumns.find((column) => column.id === id)?.header;
  return typeof header === 'string' ? header : id;
}

/**
 * The number of leading columns that are frozen when the table scrolls horizontally: those up to the name, if
 * it is one of the first two. More frozen columns would leave no room for the others.
 */
export function frozenColumns(columns: readonly MonitorColumn[]): number {
  const place = columns.findIndex(({ id }) => id === 'name');
  return place > 1 ? 0 : place + 1;
}
