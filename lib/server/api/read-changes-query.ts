import 'server-only';
import { type ChangesQuery, parseChangesQuery } from '@/lib/contract/changes-query';
import { type HistoryDays, historyDays } from '@/lib/contract/history-days';
import { FailureError } from '../errors.ts';
import { readFormat } from './read-query.ts';

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

/** Parses `days`, the only parameter: 1, 7 or 30. @throws FailureError `invalid_parameter` */
export function readDays(search: URLSearchParams): HistoryDays {
  const unknown = [...search.keys()].find((name) => name !== 'days');
  if (unknown !== undefined) {
    const detail = 'is not a parameter of this address';
    throw new FailureError({ code: 'invalid_parameter', parameter: unknown.slice(0, 50), detail });
  }
  const [given = '1', ...more] = search.getAll('days');
  const days = historyDays.find((some) => String(some) === given);
  if (days === undefined || more.length > 0) {
    throw new FailureError({
      code: 'invalid_parameter',
      parameter: 'days',
      detail: 'must be 1, 7 or 30, given once',
    });
  }
  return days;
}
