import { createLoader, type inferParserType, parseAsNativeArrayOf, parseAsString } from 'nuqs/server';
import * as z from 'zod/mini';
import { type ChangesFilters, changesFiltersSchema, readChangesQuery } from '../contract/changes-query';
import { outageKinds } from '../contract/conditions';
import { recordOf } from '../contract/documented.ts';
import { DAY_MS, type HistoryDays, historyDays } from '../contract/limits';

const texts = parseAsNativeArrayOf(parseAsString);

/** The parameters of the URL of the changes, shared by the browser's hook, the page on the server, and links. */
export const changesSearchParams = recordOf(
  ['days', ...z.keyof(changesFiltersSchema).options, 'edits'],
  texts,
);

/** The parameters, not validated yet. */
export type ChangesSearch = inferParserType<typeof changesSearchParams>;
/** A change of the URL's parameters. Null removes a parameter; one that is left out stays. */
export type ChangesSearchChange = { [Name in keyof ChangesSearch]?: ChangesSearch[Name] | null };

export const loadChangesSearch = createLoader(changesSearchParams);

/** The state of the page of the changes. */
export interface ChangesUrl {
  days: HistoryDays;
  filters: ChangesFilters;
  isFiltered: boolean;
  /** Whether all kinds of changes are shown, not only outages and maintenance; a chosen kind decides itself. */
  showsEdits: boolean;
  /** Parameters and values that are not supported, and are ignored. */
  ignored: readonly { parameter: string; value: string }[];
}

/** Interprets the URL with the rules of `GET /api/changes`. An invalid value does not affect the others. */
export function readChangesUrl({ days: wantedDays, edits, ...rest }: ChangesSearch): ChangesUrl {
  const pairs = Object.entries(rest).flatMap(([name, values]) => values.map((value) => [name, value]));
  const { query, problems } = readChangesQuery(new URLSearchParams(pairs), changesFiltersSchema);
  const ignored = problems.map(({ parameter, value }) => ({ parameter, value }));
  const [wanted = '1', ...more] = wantedDays;
  const days = historyDays.find((some) => String(some) === wanted);
  if (days === undefined || more.length > 0) ignored.push({ parameter: 'days', value: more[0] ?? wanted });
  const { limit: _limit, ...filters } = query;
  for (const value of edits.filter((given) => given !== 'all')) ignored.push({ parameter: 'edits', value });
  const { kind, type, region, q, monitor, since, until } = filters;
  const isFiltered =
    kind.length + type.length + region.length > 0 ||
    [q, monitor, since, until].some((value) => value !== undefined);
  return { days: days ?? 1, filters, isFiltered, showsEdits: edits.includes('all'), ignored };
}

const HOUR_MS = 3_600_000;

/** The kinds that are requested; empty: all. */
export function shownKinds({ filters, showsEdits }: Pick<ChangesUrl, 'filters' | 'showsEdits'>) {
  return filters.kind.length > 0 || showsEdits ? filters.kind : [...outageKinds];
}

/**
 * Returns the filters of a request. Without a chosen time range they begin at a full hour, so that many viewers send the same
 * request.
 *
 * @param now epoch milliseconds
 */
export function changesFiltersOf(url: ChangesUrl, now: number): ChangesFilters & { since: number } {
  const since = Math.floor(now / HOUR_MS) * HOUR_MS - url.days * DAY_MS;
  return { since, ...url.filters, kind: shownKinds(url) };
}
