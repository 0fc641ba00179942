import 'server-only';
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { allMatches } from '../inventory/query.ts';
import { refuseUnknownTypes } from './refuse-unknown-types.ts';

type ExportFormat = 'csv' | 'json';

/** A download. Its content is generated while it is sent, and never kept in memory as a whole. */
export interface Export {
  fileName: string;
  /** Number of monitors that are known to be missing from the list, and so from the file. */
  missing: number;
  contentType: string;
  stream: Readable;
}

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

/**
 * Maximum duration of a download. Until its end it keeps its snapshot of the list in memory: 20 MB for 100,000 monitors.
 */
const EXPORT_TIMEOUT_MS = 300_000;

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
        stream: withTimeout(Readable.from(jsonParts(matches)), clock),
      };
    }
    return {
      fileName,
      missing: missing?.count ?? 0,
      contentType: 'text/csv; charset=utf-8; header=present',
      stream: withTimeout(csv(matches, bom), clock),
    };
  };
}

/** Aborts a download after the timeout, so that the receiver sees an incomplete response. */
function withTimeout(stream: Readable, clock: Clock): Readable {
  const cancel = clock.after(EXPORT_TIMEOUT_MS, () => {
    stream.destroy(new DOMException('The export timed out', 'AbortError'));
  });
  // The reader of the stream receives the error. Without a reader it would be an uncaught exception.
  return stream.once('error', () => {}).once('close', cancel);
}

/** CSV by RFC 4180 with a header row. Cells that a spreadsheet would run as a formula are escaped. */
function csv(monitors: Iterable<InventoryMonitor>, bom: boolean): Readable {
  const rows = Readable.from(csvRows(monitors));
  const lines = stringify({
    bom,
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
    // Most programs end the record at any unquoted CR or LF, although records end in CRLF here.
    quote_record_delimiter: true,
    cast: { boolean: String },
  });
  rows.once('error', (error) => lines.destroy(error));
  lines.once('close', () => rows.destroy());
  return rows.pipe(lines);
}

function* csvRows(monitors: Iterable<InventoryMonitor>): Iterable<Record<string, unknown>> {
  for (const monitor of monitors) yield { ...monitor, regions: monitor.regions.join(' ') };
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
