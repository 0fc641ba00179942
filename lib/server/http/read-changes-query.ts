import 'server-only';
import { type ChangesQuery, parseChangesQuery } from '@/lib/contract/changes-query';
import { FailureError } from '../errors.ts';
import { readFormat } from './read-query.ts';

/** Parses the query of the changes. @throws FailureError `invalid_parameter` */
export function readChangesQuery(search: URLSearchParams): ChangesQuery {
  const parsed = parseChangesQuery(search);
  if (parsed.ok) return parsed.query;
  const { parameter, detail } = parsed;
  throw new FailureError({ code: 'invalid_parameter', parameter, detail });
}

/** Parses a request for an export of the changes. @throws FailureError `invalid_parameter` */
export function readChangesExport(search: URLSearchParams) {
  const { format, bom, rest } = readFormat(search);
  for (const parameter of ['cursor', 'limit']) {
    if (!rest.has(parameter)) continue;
    const detail = 'is not supported: an export always contains all changes';
    throw new FailureError({ code: 'invalid_parameter', parameter, detail });
  }
  return { query: readChangesQuery(rest), format, bom };
}

const DAYS = { '1': 1, '7': 7, '30': 30 };

/** Parses `days`, the only parameter: 1, 7 or 30. @throws FailureError `invalid_parameter` */
export function readDays(search: URLSearchParams): number {
  const unknown = [...search.keys()].find((name) => name !== 'days');
  if (unknown !== undefined) {
    const detail = 'is not a parameter of this address';
    throw new FailureError({ code: 'invalid_parameter', parameter: unknown.slice(0, 50), detail });
  }
  const [given = '1', ...more] = search.getAll('days');
  const days = Object.entries(DAYS).find(([text]) => text === given)?.[1];
  if (days === undefined || more.length > 0) {
    throw new FailureError({
      code: 'invalid_parameter',
      parameter: 'days',
      detail: 'must be 1, 7 or 30, given once',
    });
  }
  return days;
}
