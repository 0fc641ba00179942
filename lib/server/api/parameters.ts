import 'server-only';
import * as z from 'zod/mini';
import { changesFiltersSchema, readChangesQuery } from '../../contract/changes-query.ts';
import { monitorTypes } from '../../contract/conditions.ts';
import { coverageParts } from '../../contract/coverage.ts';
import { documented } from '../../contract/documented.ts';
import {
  type InventoryQuery,
  monitorFiltersSchema,
  readInventoryQuery,
} from '../../contract/inventory-query.ts';
import { historyDays } from '../../contract/limits.ts';
import { exportFields } from '../../contract/monitor.ts';
import {
  digits,
  flag,
  knownParameters,
  type ParameterProblem,
  readParameters,
  searchParameterProblem,
} from '../../contract/query-parameters.ts';
import { readReportQuery } from '../../contract/report.ts';
import { searchProblem } from '../../contract/search/parse-search.ts';
import { readWallQuery, wallQuerySchema } from '../../contract/wall-query.ts';
import { FailureError } from '../errors.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';

// These functions read the parameters of a request strictly: any unknown, wrongly repeated or invalid one rejects the request,
// because ignoring a mistyped filter would show wrong rows. Only `readShared` ignores unknown ones. The functions throw
// FailureError `invalid_parameter`.

/** @param detail completes the sentence that begins with the parameter's name: "must be a UUID" */
function invalidParameter(parameter: string, detail: string): FailureError {
  return new FailureError({ code: 'invalid_parameter', parameter, detail });
}

function refuse({ parameter, detail, place }: ParameterProblem): never {
  throw new FailureError({ code: 'invalid_parameter', parameter, detail, ...(place ? { place } : {}) });
}

function strictly<T>({ query, problems }: { query: T; problems: readonly ParameterProblem[] }): T {
  const [problem] = problems;
  if (problem !== undefined) refuse(problem);
  return query;
}

function readBySchema<T extends z.ZodMiniObject<Record<string, z.ZodMiniType>>>(
  schema: T,
  search: URLSearchParams,
): z.output<T> {
  const { given, problems } = readParameters(schema, search);
  const { data, error } = schema.safeParse(strictly({ query: given, problems }));
  if (error === undefined) return data;
  throw invalidParameter(String(error.issues[0]?.path[0]), error.issues[0]?.message ?? 'is missing');
}

export function refuseParameters({ searchParams }: URL): void {
  readBySchema(z.object({}), searchParams);
}

export const readListQuery = (search: URLSearchParams) => strictly(readInventoryQuery(search));
export const readChangesList = (search: URLSearchParams) => strictly(readChangesQuery(search));
export const readReport = (search: URLSearchParams) => strictly(readReportQuery(search));
export const readWall = (search: URLSearchParams) => strictly(readWallQuery(search));
type FiltersOfView = (search: URLSearchParams) => URLSearchParams;

/**
 * Reads the query of what people share: a badge, a state, a feed. Caches, chats and feed readers add parameters to these
 * addresses, so unknown ones are ignored.
 *
 * @param filtersOfView returns the filters of the view that a request names; throws FailureError for an unknown one
 * @returns also `search`, the known parameters
 */
export function readShared(given: URLSearchParams, filtersOfView: FiltersOfView) {
  const search = knownParameters(wallQuerySchema, given);
  return { query: readWall(filtersOfView(search)), name: search.get('view'), search: search.toString() };
}

/** The query of `GET /api/status`. */
export const statusQuerySchema = z.extend(wallQuerySchema, {
  fail_on: documented(
    z.exactOptional(z.enum(['down'], 'must be down')),
    'With down, the HTTP status is 503 while the status is down or unknown.',
    'down',
  ),
});

/** @param filtersOfView as in `readShared` */
export function readStatus(search: URLSearchParams, filtersOfView: FiltersOfView) {
  const own = search.getAll('fail_on').map((value) => ['fail_on', value]);
  const { fail_on } = readBySchema(statusQuerySchema, new URLSearchParams(own));
  return { ...readShared(search, filtersOfView), failsOnDown: fail_on === 'down' };
}

/** Reads the filters only, because all changes are counted. */
export const readChangesCount = (search: URLSearchParams) =>
  strictly(readChangesQuery(search, changesFiltersSchema));

export const exportFormatSchema = z.object({
  format: documented(z.enum(['csv', 'json'], 'must be csv or json'), 'Format of the file.', 'csv'),
  spreadsheet: documented(
    z._default(flag(), 'false'),
    'Whether CSV is for a spreadsheet: with plain titles, times without T, Z and milliseconds, a byte-order mark, by which Excel reads UTF-8, and a quote before text that would become a number or a date. Only with format=csv.',
    'true',
  ),
  separator: documented(
    z._default(z.enum(['comma', 'semicolon'], 'must be comma or semicolon'), 'comma'),
    'What separates the cells of CSV. Only with format=csv.',
    'semicolon',
  ),
  title: documented(
    z.exactOptional(z.string().check(z.maxLength(200, 'must be at most 200 characters'))),
    'What the name of the file says beside its time, such as the name of a view.',
    'Down, https',
  ),
});

export const monitorExportSchema = z.extend(exportFormatSchema, {
  column: documented(
    z.exactOptional(z.array(z.enum(exportFields, 'must be a field of an exported monitor'))),
    'A field of the file. Can be repeated, in the order of the file; without it the file has all fields.',
    ['name', 'condition_label', 'observed_since'],
  ),
});

/** @param read reads the parameters other than those of the format: filters and order, because a file has no pages */
function readExport<T>(
  schema: typeof exportFormatSchema | typeof monitorExportSchema,
  search: URLSearchParams,
  read: (rest: URLSearchParams) => T,
) {
  const isFormat = ([name]: [string, string]) => Object.hasOwn(schema.shape, name);
  const pairs = [...search];
  const own = new URLSearchParams(pairs.filter(isFormat));
  const { format, spreadsheet, separator, title, column } = readBySchema(monitorExportSchema, own);
  for (const name of ['spreadsheet', 'separator']) {
    if (format !== 'csv' && own.has(name)) throw invalidParameter(name, 'is supported only with format=csv');
  }
  const query = read(new URLSearchParams(pairs.filter((pair) => !isFormat(pair))));
  const fields = column === undefined ? exportFields : [...new Set(column)];
  return {
    query,
    fields,
    format,
    spreadsheet: spreadsheet === 'true',
    separator: separator === 'comma' ? ',' : ';',
    title,
  } as const;
}

export const readListExport = (search: URLSearchParams) =>
  readExport(monitorExportSchema, search, (rest) => strictly(readInventoryQuery(rest, monitorFiltersSchema)));
export const readChangesExport = (search: URLSearchParams) =>
  readExport(exportFormatSchema, search, readChangesCount);

/** What a file of a report has lines of. */
export const reportRowsSchema = z.object({
  rows: documented(
    z._default(z.enum(['monitors', 'outages'], 'must be monitors or outages'), 'monitors'),
    'What the lines are about: the monitors with their figures, or the outages that were seen.',
    'outages',
  ),
});

export function readReportExport(search: URLSearchParams) {
  const own = search.getAll('rows').map((value) => ['rows', value]);
  const rest = [...search].filter(([name]) => name !== 'rows');
  const { rows } = readBySchema(reportRowsSchema, new URLSearchParams(own));
  return { ...readExport(exportFormatSchema, new URLSearchParams(rest), readReport), rows };
}

const coverageFilterSchema = z.object({
  answer: documented(
    z.exactOptional(z.enum(coverageParts, `must be one of ${coverageParts.join(', ')}`)),
    'Only the addresses with this answer, or only the monitors that are not on the list. The counts are those of all.',
    'not_monitored',
  ),
});
export const coverageExportSchema = z.extend(exportFormatSchema, {
  ...coverageFilterSchema.shape,
  format: documented(
    z._default(z.enum(['csv', 'json'], 'must be csv or json'), 'json'),
    'Format of the response.',
    'json',
  ),
});

export function readCoverageFormat(search: URLSearchParams) {
  const given = new URLSearchParams(search);
  if (!given.has('format')) given.set('format', 'json');
  return readExport(exportFormatSchema, given, (rest) => readBySchema(coverageFilterSchema, rest));
}

const daysRule = `must be one of ${historyDays.join(', ')}`;

export const daysQuerySchema = z.object({
  days: documented(z._default(z.pipe(digits(), z.literal(historyDays, daysRule)), 1), 'Days up to now.', 7),
});

export const readDays = (search: URLSearchParams) => readBySchema(daysQuerySchema, search).days;

const uuidSchema = z.guid().check(z.toLowerCase());

/** Parses the UUID of a path. Returns it in lower case, as in the inventory. */
export function readMonitorUuid(text: string): string {
  const parsed = uuidSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw invalidParameter('uuid', 'must be a UUID');
}

export const reviewQuerySchema = z.object({
  monitor: documented(
    z.exactOptional(z.guid('must be a UUID').check(z.toLowerCase())),
    'Only the rules that name this monitor.',
    '0190a5c6-7f3e-7abc-8def-0123456789ab',
  ),
});

export const readReview = (search: URLSearchParams) => readBySchema(reviewQuerySchema, search);

/**
 * Returns the UUID of a page's path that a chat has linked together with the punctuation behind it, such as `UUID).`; null for
 * any other path.
 *
 * @param path can be percent-encoded
 */
export function uuidBeforePunctuation(path: string): string | null {
  try {
    const [, uuid] = /^([\da-f-]{36})[^\p{L}\p{N}]+$/iu.exec(decodeURIComponent(path)) ?? [];
    return uuidSchema.safeParse(uuid).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Checks the search and the types of a query: each type must be in the spec, or that of some monitor, because upstream may
 * send others.
 */
export function refuseWrongValues({ type, q = '' }: InventoryQuery, { facets }: InventoryIndex): void {
  const known: readonly string[] = monitorTypes;
  const isUnknown = (name: string) => !known.includes(name) && !facets.type.values.includes(name);
  if ((type ?? []).some((value) => isUnknown(value.replace(/^-/, ''))))
    throw invalidParameter('type', `must be one of ${known.join(', ')}`);
  const problem = searchProblem(q, facets.type.values);
  if (problem !== null) refuse(searchParameterProblem(q, problem));
}
