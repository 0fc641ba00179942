import 'server-only';
import { LRUCache } from 'lru-cache';
import { type InventoryQuery, parseInventoryQuery } from '@/lib/contract/inventory-query';
import { breachMessage } from '@/lib/contract/query-problem-messages';
import { FailureError } from '../errors.ts';
import type { ExportRequest } from '../services/export-monitors.ts';

/** Queries as they were read, by the text of the address: open pages send the same ones again and again. */
const known = new LRUCache<string, InventoryQuery>({ max: 1000 });

/** The query of a list; equal texts give the same object. @throws FailureError `invalid_parameter` */
export function readQuery({ search, searchParams }: Pick<URL, 'search' | 'searchParams'>): InventoryQuery {
  const held = known.get(search);
  if (held !== undefined) return held;
  const query = parseQuery(searchParams);
  known.set(search, query);
  return query;
}

function parseQuery(search: URLSearchParams): InventoryQuery {
  const parsed = parseInventoryQuery(search);
  if (parsed.ok) return parsed.query;
  const { parameter, breach } = parsed;
  throw new FailureError({ code: 'invalid_parameter', parameter, detail: breachMessage(parameter, breach) });
}

const notOfExports = ['page', 'per_page', 'facets'];

/**
 * What is to be exported: a list's filters and order, no pages, a format, and `bom=true` for CSV that Excel can read.
 * @throws FailureError `invalid_parameter`
 */
export function readExport(search: URLSearchParams): ExportRequest {
  const refuse = (parameter: string, detail: string) =>
    new FailureError({ code: 'invalid_parameter', parameter, detail });
  const formats = search.getAll('format');
  const [format] = formats;
  if (formats.length !== 1 || (format !== 'csv' && format !== 'json'))
    throw refuse('format', 'must be csv or json, given once');
  const marks = search.getAll('bom');
  const [mark = 'false'] = marks;
  if (marks.length > 1 || (mark !== 'true' && mark !== 'false'))
    throw refuse('bom', 'must be true or false, given once');
  if (mark === 'true' && format !== 'csv') throw refuse('bom', 'is supported only with format=csv');
  const paging = notOfExports.find((name) => search.has(name));
  if (paging !== undefined)
    throw refuse(paging, 'is not supported: an export always contains the whole list');
  const filters = new URLSearchParams(search);
  filters.delete('format');
  filters.delete('bom');
  return { query: parseQuery(filters), format, bom: mark === 'true' };
}
