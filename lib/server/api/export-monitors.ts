import 'server-only';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import { allMatches } from '../inventory/query/query.ts';
import { exportFile, type FileFormat } from './export-file.ts';
import { refuseUnknownTypes } from './parameters.ts';

/** Which monitors to download, and how. */
export type MonitorExport = FileFormat & { query: InventoryQuery };

/** The columns of CSV: their names by the fields of a monitor. */
const columns = {
  monitor_uuid: 'monitor_uuid',
  name: 'name',
  condition: 'condition',
  // Renamed, because the file has no documentation: the condition was first seen then, but may be older.
  observed_since: 'condition_first_seen_at',
  type: 'type',
  target: 'target',
  port: 'port',
  interval: 'interval',
  regions: 'regions',
  maintenance_mode: 'maintenance_mode',
  is_active: 'is_active',
  last_check_at: 'last_check_at',
  last_status: 'last_status',
  last_response_time_ms: 'last_response_time_ms',
  created_at: 'created_at',
  updated_at: 'updated_at',
  unknown_fields: 'unknown_fields',
};

/** Returns all that match. @throws FailureError `inventory_incomplete`, and `invalid_parameter` for an unknown type */
export function exportMonitors(view: InventoryView, { query, ...format }: MonitorExport, clock: Clock) {
  const { state, index, asOf, missing } = view;
  if (state === 'reading' || index === null) throw new FailureError({ code: 'inventory_incomplete' });
  refuseUnknownTypes(query, index);
  return exportFile({
    name: `monitors-as-of-Z${missing === null ? '' : '-incomplete'}`,
    asOf,
    missing: missing?.count ?? 0,
    format,
    records: () => allMatches(index, query),
    columns,
    clock,
  });
}
