import type { Column } from '@/components/ui/column';
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
  /** What bars are drawn against, milliseconds. */
  scale: number;
  /** It is no longer on this page; what is shown is what was last known. */
  gone: boolean;
}

interface MonitorColumn extends Column<MonitorRow> {
  /** It cannot be hidden. */
  stays?: true;
}

/** All 14 list fields, each in a column; `initiallyHidden` are shown when a person asks for them. */
export const monitorColumns: readonly MonitorColumn[] = [
  {
    id: 'condition',
    label: 'Condition',
    sort: 'attention',
    width: 146,
    least: 80,
    card: 'lead',
    stays: true,
    cell: ({ monitor }) => <ConditionBadge monitor={monitor} />,
  },
  {
    id: 'name',
    label: 'Name',
    sort: 'name',
    width: 'clamp(140px, 50vw - 395px, 420px)',
    least: 140,
    fills: true,
    card: 'main',
    stays: true,
    cell: ({ monitor, gone }) => <NameCell monitor={monitor} gone={gone} />,
  },
  {
    id: 'type',
    label: 'Type',
    sort: 'type',
    width: 72,
    least: 64,
    cell: ({ monitor }) => <TypeCell type={monitor.type} />,
  },
  {
    id: 'target',
    label: 'Target',
    sort: 'target',
    width: 260,
    least: 104,
    fills: true,
    card: 'second',
    cell: ({ monitor }) => <TargetCell monitor={monitor} />,
  },
  {
    id: 'region',
    label: 'Region',
    sort: 'region',
    width: 80,
    least: 56,
    cell: ({ monitor }) => <CodeCell text={monitor.regions.join(', ')} />,
  },
  {
    id: 'interval',
    label: 'Interval',
    sort: 'interval',
    width: 84,
    least: 84,
    align: 'end',
    cell: ({ monitor }) => formatInterval(monitor.interval),
  },
  {
    id: 'last_check_at',
    label: 'Last check',
    sort: 'last_check_at',
    width: 102,
    least: 102,
    align: 'end',
    card: 'aside',
    cell: ({ monitor }) => <LastCheckCell at={monitor.last_check_at} />,
  },
  {
    id: 'last_response_time_ms',
    label: 'Response',
    sort: 'last_response_time_ms',
    width: 'clamp(96px, 19vw - 99px, 144px)',
    least: 96,
    align: 'end',
    cell: ({ monitor, scale }) => <ResponseCell milliseconds={monitor.last_response_time_ms} scale={scale} />,
  },
  {
    id: 'maintenance_mode',
    label: 'Flags',
    width: 112,
    least: 64,
    card: 'note',
    cell: ({ monitor }) => <FlagsCell maintenance={monitor.maintenance_mode} />,
  },
  {
    id: 'last_status',
    label: 'Last status',
    sort: 'last_status',
    width: 104,
    least: 72,
    cell: ({ monitor }) => monitor.last_status ?? <span className="text-ink-3">none yet</span>,
  },
  {
    id: 'is_active',
    label: 'Active',
    width: 64,
    least: 56,
    cell: ({ monitor }) => <YesNoCell value={monitor.is_active} />,
  },
  {
    id: 'created_at',
    label: 'Created',
    sort: 'created_at',
    width: 92,
    least: 92,
    align: 'end',
    cell: ({ monitor }) => <ExactAge iso={monitor.created_at} />,
  },
  {
    id: 'updated_at',
    label: 'Updated',
    sort: 'updated_at',
    width: 92,
    least: 92,
    align: 'end',
    cell: ({ monitor }) => <ExactAge iso={monitor.updated_at} />,
  },
  {
    id: 'monitor_uuid',
    label: 'UUID',
    width: 292,
    least: 80,
    cell: ({ monitor }) => <CodeCell text={monitor.monitor_uuid} />,
  },
];

export const initiallyHidden = [
  'last_status',
  'is_active',
  'created_at',
  'updated_at',
  'monitor_uuid',
] as const;
