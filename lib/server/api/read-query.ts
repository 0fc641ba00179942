import 'server-only';
import { LRUCache } from 'lru-cache';
import { type InventoryQuery, parseInventoryQuery } from '@/lib/contract/inventory-query';
import { breachMessage } from '@/lib/contract/query-problem-messages';
import { FailureError } from '../errors.ts';
import type { ExportRequest } from './export-monitors.ts';

/** Parsed queries by the query text: open pages send the same ones repeatedly. */
const queryCache = new LRUCache<string, InventoryQuery>({ max: 1000 });

/**
 * Parses the query of a list; equal texts return the same object.
 * @throws FailureError `invalid_parameter`
 */
export function readQuery({ search, searchParams }: Pick<URL, 'search' | 'searchParams'>): InventoryQuery {
  const cached = queryCache.get(search);
  if (cached !== undefined) return cached;
  const query = parseQuery(searchParams);
  queryCache.set(search, query);
  return query;
}

function parseQuery(search: URLSearchParams): InventoryQuery {
  const parsed = parseInventoryQuery(search);
  if (parsed.ok) return parsed.query;
  const { parameter, breach } = parsed;
  throw new FailureError({ code: 'invalid_parameter', parameter, detail: breachMessage(parameter, breach) });
}

const listOnlyParameters = ['page', 'per_page', 'facets'];

function refuse(parameter: string, detail: string): FailureError {
  return new FailureError({ code: 'invalid_parameter', parameter, detail });
}

/**
 * Parses what an export adds to a query: a format, and `bom=true` for CSV that Excel can read. `rest`: the query.
 * @throws FailureError `invalid_parameter`
 */
export function readFormat(search: URLSearchParams): {
  format: 'csv' | 'json';
  bom: boolean;
  rest: URLSearchParams;
} {
  const formats = search.getAll('format');
  const [format] = formats;
  if (formats.length !== 1 || (format !== 'csv' && format !== 'json'))
    throw refuse('format', 'must be csv or json, given once');
  const boms = search.getAll('bom');
  const [bom = 'false'] = boms;
  if (boms.length > 1 || (bom !== 'true' && bom !== 'false'))
    throw refuse('bom', 'must be true or false, given once');
  if (bom === 'true' && format !== 'csv') throw refuse('bom', 'is supported only with format=csv');
  const rest = new URLSearchParams(search);
  rest.delete('format');
  rest.delete('bom');
  return { format, bom: bom === 'true', rest };
}

/**
 * Parses an export request: a list's filters and order, and what `readFormat` reads.
 * @throws FailureError `invalid_parameter`
 */
export function readExport(search: URLSearchParams): ExportRequest {
  const { format, bom, rest } = readFormat(search);
  const paging = listOnlyParameters.find((name) => rest.has(name));
  if (paging !== undefined)
    throw refuse(paging, 'is not supported: an export always contains the whole list');
  return { query: parseQuery(rest), format, bom };
}
