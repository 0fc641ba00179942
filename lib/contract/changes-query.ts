import * as z from 'zod/mini';
import { changeKinds } from './conditions.ts';
import { documented } from './documented.ts';
import {
  integer,
  list,
  type ParameterProblem,
  readParameters,
  searchParameterProblem,
  token,
  words,
} from './query-parameters.ts';
import { parseChangesSearch } from './search/parse-search.ts';

export const CHANGES_LIMIT_MAX = 200;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a day exists: for November 31 JavaScript returns December 1. */
const isDay = (day: string) => new Date(day).toISOString().startsWith(day);

/** A time. Unlike zod's, its seconds can be left out. */
function instant() {
  const rule = 'must be a time such as 2026-11-20T18:05:00Z';
  const isInstant = (text: string) =>
    INSTANT.test(text) && Number.isFinite(Date.parse(text)) && isDay(text.slice(0, 10));
  const schema = z.string(rule).check(z.refine(isInstant, rule));
  return z.exactOptional(schema.register(z.globalRegistry, { format: 'date-time' }));
}

export const changesFiltersSchema = z.object({
  since: documented(instant(), 'Changes that ended at or after this time.', '2026-11-20T18:05:00Z'),
  until: documented(instant(), 'Changes that ended before this time.', '2026-11-21T00:00:00+01:00'),
  kind: documented(
    list(z.enum(changeKinds, `must be one of ${changeKinds.join(', ')}`)),
    'Kind of change. Can be repeated: any of them.',
    ['down', 'recovered'],
  ),
  type: documented(list(token()), 'Type of the monitor. Can be repeated: any of them.', ['https']),
  region: documented(list(token()), 'Region of the monitor. Can be repeated: any of them.', ['eu-central']),
  q: documented(
    words(),
    'Words that must all occur in the name, target, port, region or UUID of the monitor. The language of the search of GET /api/monitors, with the fields name, target, type and region.',
    'checkout -type:tcp',
  ),
  monitor: documented(
    z.exactOptional(z.guid('must be a UUID').check(z.toLowerCase())),
    'The UUID of one monitor.',
    '0a11ce00-0000-4000-8000-000000000001',
  ),
});

/** The query of `GET /api/changes`, as it is in the URL. */
export const changesQuerySchema = z.extend(changesFiltersSchema, {
  cursor: documented(
    z.exactOptional(integer(999_999_999_999_999, 'must be the next_cursor of a response')),
    'The next_cursor of the page before.',
    4711,
  ),
  limit: documented(z._default(integer(CHANGES_LIMIT_MAX), 50), 'Changes on a page.', 200),
});

type Values = z.infer<typeof changesQuerySchema>;

/** The query of `GET /api/changes`. An absent field, and an empty list, filters nothing. */
export interface ChangesQuery extends Omit<Values, 'since' | 'until' | 'kind' | 'type' | 'region'> {
  /** Changes that ended at or after `since` and before `until`, epoch ms. */
  since?: number;
  until?: number;
  kind: NonNullable<Values['kind']>;
  type: readonly string[];
  region: readonly string[];
}

export type ChangesFilters = Omit<ChangesQuery, 'cursor' | 'limit'>;

/** Parses the query, or only its filters. Returns the valid parameters and each invalid one; equal queries give equal objects. */
export function readChangesQuery(
  search: URLSearchParams,
  schema: typeof changesQuerySchema | typeof changesFiltersSchema = changesQuerySchema,
): { query: ChangesQuery; problems: ParameterProblem[] } {
  const { given, problems } = readParameters(schema, search);
  const { problem } = typeof given.q === 'string' ? parseChangesSearch(given.q) : { problem: null };
  if (problem !== null) {
    problems.push(searchParameterProblem(String(given.q), problem));
    delete given.q;
  }
  const { since, until, q, kind = [], type = [], region = [], ...rest } = changesQuerySchema.parse(given);
  const query = {
    ...rest,
    ...(since === undefined ? {} : { since: Date.parse(since) }),
    ...(until === undefined ? {} : { until: Date.parse(until) }),
    ...(q ? { q } : {}),
    kind,
    type,
    region,
  };
  return { query, problems };
}

/** Writes filters as search parameters that `readChangesQuery` reads. Equal filters give equal strings. */
export function serializeChangesFilters({ since, until, q, monitor, ...lists }: ChangesFilters): string {
  const search = new URLSearchParams();
  if (since !== undefined) search.set('since', new Date(since).toISOString());
  if (until !== undefined) search.set('until', new Date(until).toISOString());
  for (const [name, values] of Object.entries(lists)) for (const value of values) search.append(name, value);
  if (q !== undefined) search.set('q', q);
  if (monitor !== undefined) search.set('monitor', monitor);
  return search.toString();
}
