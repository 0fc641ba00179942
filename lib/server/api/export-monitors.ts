import 'server-only';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { allMatches } from '../inventory/query/query.ts';
import { type Export, exportFile, type FileFormat } from './export-file.ts';
import { refuseUnknownTypes } from './request-failures.ts';

export interface ExportRequest extends FileFormat {
  query: InventoryQuery;
}

/**
 * Exports all monitors that match the query.
 *
 * @throws FailureError `inventory_incomplete` during the first crawl; `invalid_parameter` for an unknown type
 */
type ExportMonitors = (request: ExportRequest) => Export;

const columns = [
  'monitor_uuid',
  'name',
  'condition',
  // Renamed, because the file has no documentation: the condition was first seen then, but may be older.
  { key: 'observed_since', header: 'condition_first_seen_at' },
  'type',
  'target',
  'port',
  'interval',
  'regions',
  'maintenance_mode',
  'is_active',
  'last_check_at',
  'last_status',
  'last_response_time_ms',
  'created_at',
  'updated_at',
  'unknown_fields',
] as const;

export function createExportMonitors(parts: { inventory: Inventory; clock: Clock }): ExportMonitors {
  const { inventory, clock } = parts;
  return ({ query, ...format }) => {
    const { state, index, asOf, missing } = inventory.view();
    if (state === 'reading' || index === null) throw new FailureError({ code: 'inventory_incomplete' });
    refuseUnknownTypes(query, index);
    const matches = allMatches(index, query);
    const stamp = new Date(asOf).toISOString().slice(0, 19).replaceAll(':', '');
    return exportFile({
      name: `monitors-as-of-${stamp}Z${missing === null ? '' : '-incomplete'}`,
      missing: missing?.count ?? 0,
      format,
      records: () => matches,
      columns,
      cells: (monitor) => ({
        ...monitor,
        regions: monitor.regions.join(' '),
        unknown_fields: monitor.unknown_fields.join(' '),
      }),
      clock,
    });
  };
}
