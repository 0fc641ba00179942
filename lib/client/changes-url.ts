import { createLoader, type inferParserType, parseAsNativeArrayOf, parseAsString } from 'nuqs/server';
import { type ChangesQuery, parseChangesQuery } from '../contract/changes-query';
import { DAY_MS, type HistoryDays, historyDays } from '../contract/history-days';
import type { ChangesFilters } from '../contract/serialize-changes-query';

const texts = parseAsNativeArrayOf(parseAsString);

/** The parameters of the URL of the changes, shared by the browser's hook, the page on the server, and links. */
export const changesSearchParams = {
  days: texts,
  kind: texts,
  type: texts,
  region: texts,
  q: texts,
  monitor: texts,
};

/** The parameters, not validated yet. */
export type ChangesSearch = inferParserType<typeof changesSearchParams>;
/** A change of the URL's parameters. Null removes a parameter; one that is left out stays. */
export type ChangesSearchChange = { [Name in keyof ChangesSearch]?: ChangesSearch[Name] | null };

export const loadChangesSearch = createLoader(changesSearchParams);

/** The state of the page of the changes. */
export interface ChangesUrl {
  days: HistoryDays;
  filters: Pick<ChangesQuery, 'kind' | 'type' | 'region' | 'q' | 'monitor'>;
  isFiltered: boolean;
  /** Parameters and values that are not supported, and are ignored. */
  ignored: readonly { parameter: string; value: string }[];
}

const filterNames = ['kind', 'type', 'region', 'q', 'monitor'] as const;

/** Interprets the URL with the rules of `GET /api/changes`. An invalid value does not affect the others. */
export function readChangesUrl(given: ChangesSearch): ChangesUrl {
  const pairs = filterNames.flatMap((name) => given[name].map((value): [string, string] => [name, value]));
  const ignored: { parameter: string; value: string }[] = [];
  const valid = new URLSearchParams();
  for (const [parameter, value] of pairs) {
    const candidate = new URLSearchParams([...valid, [parameter, value]]);
    if (parseChangesQuery(candidate).ok) valid.append(parameter, value);
    else ignored.push({ parameter, value });
  }
  const [wanted = '1', ...more] = given.days;
  const days = historyDays.find((some) => String(some) === wanted);
  if (days === undefined || more.length > 0) ignored.push({ parameter: 'days', value: more[0] ?? wanted });
  const parsed = parseChangesQuery(valid);
  const filters = parsed.ok ? filtersOf(parsed.query) : noFilters;
  const { kind, type, region, q, monitor } = filters;
  const isFiltered =
    kind.length + type.length + region.length > 0 || q !== undefined || monitor !== undefined;
  return { days: days ?? 1, filters, isFiltered, ignored };
}

const noFilters: ChangesUrl['filters'] = { kind: [], type: [], region: [] };

function filtersOf({ kind, type, region, q, monitor }: ChangesQuery): ChangesUrl['filters'] {
  return {
    ...{ kind, type, region },
    ...(q === undefined ? {} : { q }),
    ...(monitor === undefined ? {} : { monitor }),
  };
}

const HOUR_MS = 3_600_000;

/**
 * The filters of a request at a time. They begin at a full hour, so that many viewers ask for the same.
 *
 * @param now epoch milliseconds
 */
export function changesFiltersOf(
  { days, filters }: Pick<ChangesUrl, 'days' | 'filters'>,
  now: number,
): ChangesFilters {
  return { ...filters, since: Math.floor(now / HOUR_MS) * HOUR_MS - days * DAY_MS };
}
