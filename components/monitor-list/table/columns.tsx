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
import { ConditionBadge } from '@/components/monitor/condition-badge';
import { ExactAge } from '@/components/ui/age';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { formatInterval } from '@/lib/format';
import {
  CodeCell,
  FlagsCell,
  LastCheckCell,
  NameCell,
  ResponseCell,
  TargetCell,
  TypeCell,
  YesNoCell,
} from './cells';
import { sortable } from './sorting';

/** A row as the table takes it. */
export interface MonitorRow {
  monitor: ListedMonitor;
  /** It is no longer on this page; what is shown is what was last known. */
  gone: boolean;
}

/** What is said of a column beyond the library's own options. */
interface MonitorColumnMeta {
  /** CSS length that stands for `size` in a column whose width depends on the window's. */
  fluidSize?: string;
  /** Takes the room that is left over, unless a person set a width. */
  grow?: boolean;
  align?: 'end';
  /** Shown only when a person asks for it. */
  hiddenByDefault?: true;
  /**
   * Where its cell stands in the two-line card that a row becomes on a phone; none: it has no place there. The footer is a
   * third line, only where there is something in it.
   */
  card?: 'title' | 'badge' | 'subtitle' | 'trailing' | 'footer';
}

/** Widths are set by our own handle: the library's resizing feature knows the pointer only. */
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
 * All 14 list fields, each in a column, in their default order. A column the server can sort by has the id of that sort (the condition's is `attention`).
 */
export const monitorColumns = column.columns([
  column.accessor(({ monitor }) => monitor.condition, {
    id: 'condition',
    header: 'Condition',
    ...sortable('attention'),
    enableHiding: false,
    size: 146,
    minSize: 80,
    meta: { card: 'badge' },
    cell: ({ row }) => <ConditionBadge monitor={row.original.monitor} />,
  }),
  column.accessor(({ monitor }) => monitor.name, {
    id: 'name',
    header: 'Name',
    ...sortable('name'),
    enableHiding: false,
    minSize: 140,
    meta: { fluidSize: 'clamp(140px, 50vw - 395px, 420px)', grow: true, card: 'title' },
    cell: ({ row }) => <NameCell monitor={row.original.monitor} gone={row.original.gone} />,
  }),
  column.accessor(({ monitor }) => monitor.type, {
    id: 'type',
    header: 'Type',
    ...sortable('type'),
    size: 72,
    minSize: 64,
    cell: ({ getValue }) => <TypeCell type={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.target, {
    id: 'target',
    header: 'Target',
    ...sortable('target'),
    size: 260,
    minSize: 104,
    meta: { grow: true, card: 'subtitle' },
    cell: ({ row }) => <TargetCell monitor={row.original.monitor} />,
  }),
  column.accessor(({ monitor }) => monitor.regions, {
    id: 'region',
    header: 'Region',
    ...sortable('region'),
    size: 80,
    minSize: 56,
    cell: ({ getValue }) => <CodeCell text={getValue().join(', ')} />,
  }),
  column.accessor(({ monitor }) => monitor.interval, {
    id: 'interval',
    header: 'Interval',
    ...sortable('interval'),
    size: 84,
    minSize: 84,
    meta: { align: 'end' },
    cell: ({ getValue }) => formatInterval(getValue()),
  }),
  column.accessor(({ monitor }) => monitor.last_check_at, {
    id: 'last_check_at',
    header: 'Last check',
    ...sortable('last_check_at'),
    size: 102,
    minSize: 102,
    meta: { align: 'end', card: 'trailing' },
    cell: ({ getValue }) => <LastCheckCell at={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.last_response_time_ms, {
    id: 'last_response_time_ms',
    header: 'Response',
    ...sortable('last_response_time_ms'),
    minSize: 96,
    meta: { fluidSize: 'clamp(96px, 19vw - 99px, 144px)', align: 'end' },
    cell: ({ getValue }) => <ResponseCell milliseconds={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.maintenance_mode, {
    id: 'maintenance_mode',
    header: 'Flags',
    size: 112,
    minSize: 64,
    meta: { card: 'footer' },
    cell: ({ getValue }) => <FlagsCell maintenance={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.last_status, {
    id: 'last_status',
    header: 'Last status',
    ...sortable('last_status'),
    size: 104,
    minSize: 72,
    meta: { hiddenByDefault: true },
    cell: ({ getValue }) => getValue() ?? <span className="text-ink-3">none yet</span>,
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
    cell: ({ getValue }) => <ExactAge iso={getValue()} />,
  }),
  column.accessor(({ monitor }) => monitor.updated_at, {
    id: 'updated_at',
    header: 'Updated',
    ...sortable('updated_at'),
    size: 92,
    minSize: 92,
    meta: { hiddenByDefault: true, align: 'end' },
    cell: ({ getValue }) => <ExactAge iso={getValue()} />,
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

/** The ids of the columns that are shown only when a person asks for them. */
export const hiddenByDefault: readonly string[] = monitorColumns.flatMap(({ id, meta }) =>
  id !== undefined && meta?.hiddenByDefault ? [id] : [],
);

/** What a column is called on the screen. */
export function columnLabel({ id, columnDef: { header } }: MonitorColumn): string {
  return typeof header === 'string' ? header : id;
}
