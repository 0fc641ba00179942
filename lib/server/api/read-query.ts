import 'server-only';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { documented } from '@/lib/contract/documented';
import { type InventoryQuery, parseInventoryQuery } from '@/lib/contract/inventory-query';
import { flag, readParameters } from '@/lib/contract/query-parameters';
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
  throw refuse(parsed.problem.parameter, parsed.problem.detail);
}

const listOnlyParameters = ['page', 'per_page', 'facets'];

function refuse(parameter: string, detail: string): FailureError {
  return new FailureError({ code: 'invalid_parameter', parameter, detail });
}

/**
 * Parses the parameters of a URL strictly.
 * @throws FailureError `invalid_parameter` for the first that is unknown, wrong, repeated or missing
 */
export function readStrictly<T extends z.ZodMiniObject<Record<string, z.ZodMiniType>>>(
  schema: T,
  search: URLSearchParams,
): z.output<T> {
  const { given, problems } = readParameters(schema, search);
  const [problem] = problems;
  if (problem !== undefined) throw refuse(problem.parameter, problem.detail);
  const { data, error } = schema.safeParse(given);
  if (error === undefined) return data;
  throw refuse(String(error.issues[0]?.path[0]), error.issues[0]?.message ?? 'is missing');
}

/** What an export adds to a query. */
export const exportFormatSchema = z.object({
  format: documented(z.enum(['csv', 'json'], 'must be csv or json'), 'Format of the file.', 'csv'),
  bom: documented(
    z._default(flag(), 'false'),
    'Whether CSV begins with a byte-order mark, by which Excel reads it as UTF-8. Only with format=csv.',
    'true',
  ),
});

/**
 * Parses the format of an export. `rest`: the other parameters.
 * @throws FailureError `invalid_parameter`
 */
export function readFormat(search: URLSearchParams): {
  format: 'csv' | 'json';
  bom: boolean;
  rest: URLSearchParams;
} {
  const isFormat = ([name]: [string, string]) => Object.hasOwn(exportFormatSchema.shape, name);
  const { format, bom } = readStrictly(exportFormatSchema, new URLSearchParams([...search].filter(isFormat)));
  if (bom === 'true' && format !== 'csv') throw refuse('bom', 'is supported only with format=csv');
  const rest = new URLSearchParams([...search].filter((pair) => !isFormat(pair)));
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
