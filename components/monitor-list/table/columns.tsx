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
import { ConditionCell } from '@/components/monitor/condition-badge';
import { IfKnown } from '@/components/monitor/unknown-value';
import type { ListedMonitor } from '@/lib/contract/monitor';
import {
  AgeCell,
  ChangedCell,
  CodeCell,
  IntervalCell,
  LastCheckCell,
  NameCell,
  ResponseCell,
  SinceCell,
  TargetCell,
  TypeCell,
  YesNoCell,
} from './cells';
import { sortable } from './sorting';

/** A row of the table. */
export interface MonitorRow {
  monitor: ListedMonitor;
  /** Whether the monitor is no longer on this page; the row shows its last known data. */
  gone: boolean;
}

/** Column options in addition to those of TanStack Table. */
interface MonitorColumnMeta {
  /** The share of the remaining width, unless the user has set a width. */
  grow?: number;
  align?: 'end';
  /**
   * The width of the window below which the column is hidden so that the name stays readable, in CSS pixels. Only while
   * the user has chosen no columns.
   */
  hideBelow?: keyof typeof givingWay;
  /** Whether the column is hidden until the user shows it. */
  hiddenByDefault?: true;
  /** The position in the three-line card of a phone; columns without one are hidden there. */
  card?: 'title' | 'badge' | 'subtitle' | 'age' | 'note1' | 'note2' | 'note3';
}

/** The class names that hide a column below a width of the window, from the first to give way to the last. */
export const givingWay = {
  1104: 'below-1104',
  1024: 'below-1024',
  900: 'below-900',
  780: 'below-780',
} as const;

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

const column = createColumnHelper<MonitorTableFeatures, MonitorRow>();

/**
 * The columns in their default order: all 14 list fields, and the beginning of the condition. The id of a
 * sortable column is the name of its sort, except for the condition, whose sort is `attention`.
 */
export const monitorColumns = column.columns([
  column.accessor(({ monitor }) => monitor.condition, {
    id: 'condition',
    header: 'Condition',
    ...sortable('attention'),
    enableHiding: false,
    size: 132,
    minSize: 80,
    meta: { card: 'badge' },
    cell: ({ row }) => <ConditionCell monitor={row.original.monitor} gone={row.original.gone} />,
  }),
  column.accessor(({ monitor }) => monitor.name, {
    id: 'name',
    header: 'Name',
    ...sortable('name'),
    enableHiding: false,
    size: 190,
    minSize: 140,
    meta: { grow: 3, card: 'title' },
    cell: ({ row }) => <NameCell monitor={row.original.monitor} gone={row.original.gone} />,
  }),
  column.accessor(({ monitor }) => monitor.observed_since, {
    id: 'observed_since',
    header: 'Since',
    ...sortable('observed_since'),
    size: 92,
    minSize: 72,
    meta: { align: 'end', card: 'age' },
    cell: ({ row }) => <SinceCell monitor={row.original.monitor} />,
  }),
  column.accessor(({ monitor }) => monitor.type, {
    id: 'type',
    header: 'Type',
    ...sortable('type'),
    size: 80,
    minSize: 64,
    meta: { hideBelow: 1024, card: 'note1' },
    cell: ({ row, getValue }) => (
      <IfKnown monitor={row.original.monitor} field="type" what="type">
        <TypeCell type={getValue()} />
      </IfKnown>
    ),
  }),
  column.accessor(({ monitor }) => monitor.target, {
    id: 'target',
    header: 'Target',
    ...sortable('target'),
    size: 120,
    minSize: 120,
    meta: { grow: 4, hideBelow: 900, card: 'subtitle' },
    cell: ({ row }) => (
      <IfKnown monitor={row.original.monitor} field="target" what="target">
        <TargetCell monitor={row.original.monitor} />
      </IfKnown>
    ),
  }),
  column.accessor(({ monitor }) => monitor.regions, {
    id: 'region',
    header: 'Region',
    ...sortable('region'),
    size: 80,
    minSize: 56,
    meta: { hideBelow: 780, card: 'note2' },
    cell: ({ row, getValue }) => (
      <IfKnown monitor={row.original.monitor} field="regions" what="region">
        <CodeCell text={getValue().join(', ')} />
      </IfKnown>
    ),
  }),
  column.accessor(({ monitor }) => monitor.interval, {
    id: 'interval',
    header: 'Interval',
    ...sortable('interval'),
    size: 84,
    minSize: 84,
    meta: { hideBelow: 1104, align: 'end' },
    cell: ({ getValue }) => <IntervalCell seconds={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.last_check_at, {
    id: 'last_check_at',
    header: 'Last check',
    ...sortable('last_check_at'),
    size: 102,
    minSize: 102,
    meta: { align: 'end', card: 'note3' },
    cell: ({ row }) => <LastCheckCell monitor={row.original.monitor} />,
  }),
  column.accessor(({ monitor }) => monitor.last_response_time_ms, {
    id: 'last_response_time_ms',
    header: 'Response',
    ...sortable('last_response_time_ms'),
    size: 132,
    minSize: 88,
    meta: { align: 'end' },
    cell: ({ row }) => (
      <IfKnown monitor={row.original.monitor} field="last_response_time_ms">
        <ResponseCell monitor={row.original.monitor} />
      </IfKnown>
    ),
  }),
  column.accessor(({ monitor }) => monitor.changed_at, {
    id: 'changed',
    header: 'Condition changed',
    ...sortable('changed'),
    size: 140,
    minSize: 92,
    meta: { hiddenByDefault: true, align: 'end' },
    cell: ({ row }) => <ChangedCell monitor={row.original.monitor} />,
  }),
  column.accessor(({ monitor }) => monitor.maintenance_mode, {
    id: 'maintenance_mode',
    header: 'Maintenance',
    size: 104,
    minSize: 64,
    meta: { hiddenByDefault: true },
    cell: ({ getValue }) => <YesNoCell value={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.last_status, {
    id: 'last_status',
    header: 'Last status',
    ...sortable('last_status'),
    size: 104,
    minSize: 72,
    meta: { hiddenByDefault: true },
    cell: ({ row, getValue }) => (
      <IfKnown monitor={row.original.monitor} field="last_status">
        {getValue() ?? <span className="text-ink-3">none</span>}
      </IfKnown>
    ),
  }),
  column.accessor(({ monitor }) => monitor.is_active, {
    id: 'is_active',
    header: 'Active',
    size: 64,
    minSize: 56,
    meta: { hiddenByDefault: true },
    cell: ({ getValue }) => <YesNoCell value={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.created_at, {
    id: 'created_at',
    header: 'Created',
    ...sortable('created_at'),
    size: 92,
    minSize: 92,
    meta: { hiddenByDefault: true, align: 'end' },
    cell: ({ getValue }) => <AgeCell iso={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.updated_at, {
    id: 'updated_at',
    header: 'Updated',
    ...sortable('updated_at'),
    size: 92,
    minSize: 92,
    meta: { hiddenByDefault: true, align: 'end' },
    cell: ({ getValue }) => <AgeCell iso={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.monitor_uuid, {
    id: 'monitor_uuid',
    header: 'UUID',
    size: 292,
    minSize: 80,
    meta: { hiddenByDefault: true },
    cell: ({ getValue }) => <CodeCell text={getValue()} />,
  }),
]);

/** The ids of the columns that are hidden by default. */
export const hiddenByDefault: readonly string[] = monitorColumns.flatMap(({ id, meta }) =>
  id !== undefined && meta?.hiddenByDefault ? [id] : [],
);

/** The label of a column. */
export function columnLabel({ id, columnDef: { header } }: MonitorColumn): string {
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
