import { createColumnHelper } from '@tanstack/react-table';
import type { dataTableFeatures } from '@/components/ui/data-table';
import { ExactAge } from '@/components/ui/instant';
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
import { ConditionBadge } from './condition-badge';

/** A row as the table takes it: the monitor, and what its cells need to know of the rest of the page. */
export interface MonitorRow {
  monitor: ListedMonitor;
  slowest: number;
  /** It is no longer on this page; what is shown is what was last known. */
  gone: boolean;
}

const column = createColumnHelper<typeof dataTableFeatures, MonitorRow>();

/** All 14 list fields, each in a column; `initiallyHidden` are shown when a person asks for them. */
export const monitorColumns = column.columns([
  column.display({
    id: 'condition',
    header: 'Condition',
    meta: { sort: 'attention', width: 146, least: 80, card: 'lead' },
    enableHiding: false,
    cell: ({ row }) => <ConditionBadge monitor={row.original.monitor} />,
  }),
  column.display({
    id: 'name',
    header: 'Name',
    meta: { sort: 'name', width: 'clamp(140px, 50vw - 395px, 420px)', least: 140, fills: true, card: 'main' },
    enableHiding: false,
    cell: ({ row }) => <NameCell monitor={row.original.monitor} gone={row.original.gone} />,
  }),
  column.display({
    id: 'type',
    header: 'Type',
    meta: { sort: 'type', width: 72, least: 64 },
    cell: ({ row }) => <TypeCell type={row.original.monitor.type} />,
  }),
  column.display({
    id: 'target',
    header: 'Target',
    meta: { sort: 'target', width: 260, least: 104, fills: true, card: 'second' },
    cell: ({ row }) => <TargetCell monitor={row.original.monitor} />,
  }),
  column.display({
    id: 'region',
    header: 'Region',
    meta: { sort: 'region', width: 80, least: 56 },
    cell: ({ row }) => <CodeCell text={row.original.monitor.regions.join(', ')} />,
  }),
  column.display({
    id: 'interval',
    header: 'Interval',
    meta: { sort: 'interval', width: 84, least: 84, align: 'end' },
    cell: ({ row }) => formatInterval(row.original.monitor.interval),
  }),
  column.display({
    id: 'last_check_at',
    header: 'Last check',
    meta: { sort: 'last_check_at', width: 102, least: 102, align: 'end', card: 'aside' },
    cell: ({ row }) => <LastCheckCell at={row.original.monitor.last_check_at} />,
  }),
  column.display({
    id: 'last_response_time_ms',
    header: 'Response',
    meta: {
      sort: 'last_response_time_ms',
      width: 'clamp(96px, 19vw - 99px, 144px)',
      least: 96,
      align: 'end',
    },
    cell: ({ row }) => (
      <ResponseCell
        milliseconds={row.original.monitor.last_response_time_ms}
        slowest={row.original.slowest}
      />
    ),
  }),
  column.display({
    id: 'maintenance_mode',
    header: 'Flags',
    meta: { width: 112, least: 64 },
    cell: ({ row }) => <FlagsCell maintenance={row.original.monitor.maintenance_mode} />,
  }),
  column.display({
    id: 'last_status',
    header: 'Last status',
    meta: { sort: 'last_status', width: 104, least: 72 },
    cell: ({ row }) => row.original.monitor.last_status ?? <span className="text-ink-3">none yet</span>,
  }),
  column.display({
    id: 'is_active',
    header: 'Active',
    meta: { width: 64, least: 56 },
    cell: ({ row }) => <YesNoCell value={row.original.monitor.is_active} />,
  }),
  column.display({
    id: 'created_at',
    header: 'Created',
    meta: { sort: 'created_at', width: 92, least: 92, align: 'end' },
    cell: ({ row }) => <ExactAge iso={row.original.monitor.created_at} />,
  }),
  column.display({
    id: 'updated_at',
    header: 'Updated',
    meta: { sort: 'updated_at', width: 92, least: 92, align: 'end' },
    cell: ({ row }) => <ExactAge iso={row.original.monitor.updated_at} />,
  }),
  column.display({
    id: 'monitor_uuid',
    header: 'UUID',
    meta: { width: 292, least: 80 },
    cell: ({ row }) => <CodeCell text={row.original.monitor.monitor_uuid} />,
  }),
]);

export const initiallyHidden = [
  'last_status',
  'is_active',
  'created_at',
  'updated_at',
  'monitor_uuid',
] as const;
