import 'server-only';
import * as z from 'zod/mini';
import { type ChangesQuery, parseChangesQuery } from '@/lib/contract/changes-query';
import { documented } from '@/lib/contract/documented';
import { type HistoryDays, historyDays } from '@/lib/contract/history-days';
import { digits } from '@/lib/contract/query-parameters';
import { FailureError } from '../errors.ts';
import { readFormat, readStrictly } from './read-query.ts';

/** Parses the query of the changes. @throws FailureError `invalid_parameter` */
export function readChangesQuery(search: URLSearchParams): ChangesQuery {
  const parsed = parseChangesQuery(search);
  if (parsed.ok) return parsed.query;
  const { parameter, detail } = parsed;
  throw new FailureError({ code: 'invalid_parameter', parameter, detail });
}

/** Parses a request for the number of changes. @throws FailureError `invalid_parameter` */
export function readChangesCount(search: URLSearchParams): ChangesQuery {
  refusePaging(search, 'the count is of all changes');
  return readChangesQuery(search);
}

/** Parses a request for an export of the changes. @throws FailureError `invalid_parameter` */
export function readChangesExport(search: URLSearchParams) {
  const { format, bom, rest } = readFormat(search);
  refusePaging(rest, 'an export always contains all changes');
  return { query: readChangesQuery(rest), format, bom };
}

/** @throws FailureError `invalid_parameter` when there is a parameter of paging */
function refusePaging(search: URLSearchParams, why: string): void {
  const parameter = ['cursor', 'limit'].find((name) => search.has(name));
  if (parameter === undefined) return;
  throw new FailureError({ code: 'invalid_parameter', parameter, detail: `is not supported: ${why}` });
}

const daysRule = `must be one of ${historyDays.join(', ')}`;

/** How much of the past is requested. */
export const daysQuerySchema = z.object({
  days: documented(z._default(z.pipe(digits(), z.literal(historyDays, daysRule)), 1), 'Days up to now.', 7),
});

/** Parses `days`, the only parameter: 1, 7 or 30. @throws FailureError `invalid_parameter` */
export function readDays(search: URLSearchParams): HistoryDays {
  return readStrictly(daysQuerySchema, search).days;
}
