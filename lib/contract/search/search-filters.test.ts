import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryQuery, languageSearch } from '../../server/inventory/query/arbitrary-queries.fixtures';
import { buildIndex } from '../../server/inventory/query/inventory-index';
import { snapshotOf } from '../../server/inventory/query/naive-inventory.fixtures';
import { allMatches } from '../../server/inventory/query/query';
import { monitorsWithSettings } from '../../server/inventory/snapshot/arbitrary-monitors.fixtures';
import { generated } from '../../testing/property-runs.ts';
import { type InventoryQuery, readInventoryQuery } from '../inventory-query';
import { addWords, takeFilters, type WordFilters } from './search-filters';

test.each([
  ['region:fra1', '', { region: ['fra1'] }],
  ['db region:fra1 -is:up', 'db', { region: ['fra1'], condition: ['-up'] }],
  ['region:fra1 OR region:lon1 -region:sfo', '', { region: ['fra1', 'lon1', '-sfo'] }],
  ['region:fra1 region:lon1', 'region:fra1 region:lon1', {}],
  ['is:down OR is:flapping', 'is:down OR is:flapping', {}],
  [
    'is:flapping -is:maintenance is:active',
    '',
    { flapping: ['true'], maintenance_mode: ['false'], is_active: ['true'] },
  ],
  ['is:flapping -is:flapping', 'is:flapping -is:flapping', {}],
  ['code:5xx method:POST timeout:10s', 'code:5xx', { http_method: ['POST'], timeout_ms: ['10000'] }],
  ['name:api "order db" response>1s', 'name:api "order db" response>1s', {}],
  ['a, b region:fra1', 'a, b region:fra1', {}],
])('of %j, %j stays and the filters are %j', (q, rest, filters) => {
  expect(takeFilters(q, {})).toEqual({ q: rest, filters });
});

test('a filter that is set keeps its values', () => {
  expect(takeFilters('region:fra1 type:tcp', { region: ['lon1'] })).toEqual({
    q: 'region:fra1',
    filters: { type: ['tcp'] },
  });
});

test('a wrong search has no filters', () => {
  expect(takeFilters('region:fra1 is:dwn', {})).toBeNull();
});

test.each([
  ['db', 'region', ['fra1', 'lon1', '-sfo'], 'db region:fra1 OR region:lon1 -region:sfo'],
  ['', 'condition', ['-up'], '-is:up'],
  ['', 'maintenance_mode', ['false'], '-is:maintenance'],
  ['', 'timeout_ms', ['10000', 'default'], 'timeout:10s OR timeout:default'],
  ['', 'type', ['a b'], 'type:"a b"'],
  ['', 'region', ['a "b"'], null],
  ['', 'expected_status_codes', ['unknown', '-301'], null],
  ['a, b', 'region', ['fra1'], null],
] as const)('%j with the filter %s %j is written %j', (q, facet, values, expected) => {
  expect(addWords(q, facet, values)).toBe(expected);
});

const facetNames = [
  'type',
  'condition',
  'region',
  'is_active',
  'maintenance_mode',
  'flapping',
  'http_method',
  'expected_status_codes',
  'follow_redirects',
  'timeout_ms',
] as const;
const valuesIn = (query: InventoryQuery) =>
  Object.fromEntries(facetNames.map((facet) => [facet, [query[facet] ?? []].flat()]));

/** The query with this search and these filters. */
function queryWith(q: string, filters: WordFilters): InventoryQuery {
  const pairs = Object.entries(filters).flatMap(([facet, values]) => values.map((value) => [facet, value]));
  const { query, problems } = readInventoryQuery(new URLSearchParams([['q', q], ...pairs]));
  expect(problems).toEqual([]);
  return query;
}

test('a search finds the same after its words became filters', () => {
  const count = { taken: 0 };
  fc.assert(
    fc.property(monitorsWithSettings, languageSearch, arbitraryQuery, (monitors, q, other) => {
      const index = buildIndex(snapshotOf(monitors));
      const set = valuesIn(other);
      const taken = takeFilters(q, set);
      count.taken += Object.keys(taken?.filters ?? {}).length;
      const after = queryWith(taken?.q ?? '', { ...set, ...taken?.filters });
      expect(allMatches(index, after)).toEqual(allMatches(index, queryWith(q, set)));
    }),
    { numRuns: generated(1000) },
  );
  expect(count.taken).toBeGreaterThan(generated(50));
});

test('a search finds the same after filters became words', () => {
  const count = { added: 0 };
  fc.assert(
    fc.property(
      monitorsWithSettings,
      languageSearch,
      arbitraryQuery,
      fc.constantFrom(...facetNames),
      (monitors, q, other, facet) => {
        const index = buildIndex(snapshotOf(monitors));
        const { [facet]: values = [], ...rest } = valuesIn(other);
        const words = values.length === 0 ? null : addWords(q, facet, values);
        if (words === null) return;
        count.added += 1;
        expect(allMatches(index, queryWith(words, rest)), words).toEqual(
          allMatches(index, queryWith(q, { ...rest, [facet]: values })),
        );
      },
    ),
    { numRuns: generated(1000) },
  );
  expect(count.added).toBeGreaterThan(generated(100));
});
