import 'server-only';
import { LRUCache } from 'lru-cache';
import { type InventoryQuery, parseInventoryQuery } from '@/lib/contract/inventory-query';
import { breachMessage } from '@/lib/contract/query-problem-messages';
import { FailureError } from '../errors.ts';
import type { ExportFormat } from '../services/export-monitors.ts';

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

/** The query of an export: a list's filters and order, no pages, and a format. @throws FailureError `invalid_parameter` */
export function readExport(search: URLSearchParams): { query: InventoryQuery; format: ExportFormat } {
  const refuse = (parameter: string, detail: string) =>
    new FailureError({ code: 'invalid_parameter', parameter, detail });
  const formats = search.getAll('format');
  const [format] = formats;
  if (formats.length !== 1 || (format !== 'csv' && format !== 'json'))
    throw refuse('format', 'must be csv or json, once');
  const paging = notOfExports.find((name) => search.has(name));
  if (paging !== undefined) throw refuse(paging, 'is not a parameter of an export, which is always whole');
  const filters = new URLSearchParams(search);
  filters.delete('format');
  return { query: parseQuery(filters), format };
}
