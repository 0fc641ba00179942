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

/** A download: made while it is sent, never held whole. */
export interface Export {
  fileName: string;
  /** How many monitors the list is known to lack; the file cannot have them. */
  missing: number;
  contentType: string;
  stream: Readable;
}

export interface ExportRequest {
  query: InventoryQuery;
  format: ExportFormat;
  /** Whether CSV begins with a byte-order mark: without one Excel does not read it as UTF-8. */
  bom: boolean;
}

/** The whole filtered set. @throws FailureError `inventory_incomplete` while it is being read for the first time */
export type ExportMonitors = (request: ExportRequest) => Export;

/**
 * An export has to be taken within this time, milliseconds. Until its end it holds the list that it was begun with, 20 MB
 * for 100,000 monitors, however many newer ones there are.
 */
const EXPORT_MS = 300_000;

const columns = [
  'monitor_uuid',
  'name',
  'condition',
  // A file has nobody to explain the API's name: the condition was first seen then, and may be older.
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
    const lacking = missing === null ? '' : '-incomplete';
    const fileName = `monitors-as-of-${stamp}Z${lacking}.${format}`;
    if (format === 'json') {
      return {
        fileName,
        missing: missing?.count ?? 0,
        contentType: 'application/json; charset=utf-8',
        stream: limited(Readable.from(jsonParts(matches)), clock),
      };
    }
    return {
      fileName,
      missing: missing?.count ?? 0,
      contentType: 'text/csv; charset=utf-8; header=present',
      stream: limited(csv(matches, bom), clock),
    };
  };
}

/** Cuts a download off that takes too long. Its reader sees that it is not whole. */
function limited(stream: Readable, clock: Clock): Readable {
  const cancel = clock.after(EXPORT_MS, () => {
    stream.destroy(new DOMException('The export timed out', 'AbortError'));
  });
  // Its reader is told. Without one, Node would take the error for an uncaught one.
  return stream.once('error', () => {}).once('close', cancel);
}

/** RFC 4180 with a header row; cells that a spreadsheet would run as a formula are defused. */
function csv(monitors: Iterable<InventoryMonitor>, bom: boolean): Readable {
  const rows = Readable.from(csvRows(monitors));
  const lines = stringify({
    bom,
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
    // A lone CR or LF in a name would end the line for most programs, whichever one ends ours.
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

/** One array, one monitor a line. */
function* jsonParts(monitors: Iterable<InventoryMonitor>): Iterable<string> {
  let separator = '[\n';
  for (const monitor of monitors) {
    yield separator + JSON.stringify(monitor);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
