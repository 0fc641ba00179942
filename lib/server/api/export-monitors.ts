import 'server-only';
import { Readable } from 'node:stream';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { csvStream, type Export, withTimeout } from './export-stream.ts';
import { refuseUnknownTypes } from './refuse-unknown-types.ts';

type ExportFormat = 'csv' | 'json';

export interface ExportRequest {
  query: InventoryQuery;
  format: ExportFormat;
  /** Whether CSV starts with a byte-order mark, which Excel needs to read it as UTF-8. */
  bom: boolean;
}

/**
 * Exports all monitors that match the query.
 *
 * @throws FailureError `inventory_incomplete` during the first crawl; `invalid_parameter` for an unknown type
 */
export type ExportMonitors = (request: ExportRequest) => Export;

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
  return ({ query, format, bom }) => {
    const { state, index, asOf, missing } = inventory.view();
    if (state === 'reading' || index === null) throw new FailureError({ code: 'inventory_incomplete' });
    refuseUnknownTypes(query, index);
    const matches = allMatches(index, query);
    const stamp = new Date(asOf).toISOString().slice(0, 19).replaceAll(':', '');
    const suffix = missing === null ? '' : '-incomplete';
    const fileName = `monitors-as-of-${stamp}Z${suffix}.${format}`;
    if (format === 'json') {
      return {
        fileName,
        missing: missing?.count ?? 0,
        contentType: 'application/json; charset=utf-8',
        open: () => withTimeout(Readable.from(jsonParts(matches)), clock),
      };
    }
    return {
      fileName,
      missing: missing?.count ?? 0,
      contentType: 'text/csv; charset=utf-8; header=present',
      open: () => withTimeout(csvStream(csvRows(matches), columns, bom), clock),
    };
  };
}

function* csvRows(monitors: Iterable<InventoryMonitor>): Iterable<Record<string, unknown>> {
  for (const monitor of monitors) {
    const [regions, unknown_fields] = [monitor.regions.join(' '), monitor.unknown_fields.join(' ')];
    yield { ...monitor, regions, unknown_fields };
  }
}

/** A JSON array with one monitor per line. */
function* jsonParts(monitors: Iterable<InventoryMonitor>): Iterable<string> {
  let separator = '[\n';
  for (const monitor of monitors) {
    yield separator + JSON.stringify(monitor);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
