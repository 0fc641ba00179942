import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryQuery, languageSearch } from '../../server/inventory/query/arbitrary-queries.fixtures';
import { buildIndex } from '../../server/inventory/query/inventory-index';
import { snapshotOf } from '../../server/inventory/query/naive-inventory.fixtures';
import { allMatches } from '../../server/inventory/query/query';
import { monitorsWithSettings } from '../../server/inventory/snapshot/arbitrary-monitors.fixtures';
import { generated } from '../../testing/property-runs.ts';
import { type InventoryQuery, readInventoryQuery } from '../inventory-query';
import { takeFilters, type WordFilters } from './word-filters';

test.each([
  ['region:fra1', '', { region: ['fra1'] }],
  ['db region:fra1 -is:up', 'db', { region: ['fra1'], condition: ['-up'] }],
  ['region:fra1 OR region:lon1 type:tcp', '', { region: ['fra1', 'lon1'], type: ['tcp'] }],
  [
    'is:flapping -is:maintenance is:active',
    '',
    { flapping: ['true'], maintenance_mode: ['false'], is_active: ['true'] },
  ],
  ['code:5xx method:POST timeout:10s', 'code:5xx', { http_method: ['POST'], timeout_ms: ['10000'] }],
])('of %j, %j stays and the filters are %j', (q, rest, filters) => {
  expect(takeFilters(q, {})).toEqual({ q: rest, filters });
});

test.each([
  'region:fra1 region:lon1',
  'region:fra1 -region:sfo',
  'is:down OR is:flapping',
  'is:flapping -is:flapping',
  'name:api "order db" response>1s',
  'region:fra1 is:dwn',
])('no word of %j becomes a filter', (q) => {
  expect(takeFilters(q, {})).toBeNull();
});

test('a filter that is set keeps its values', () => {
  expect(takeFilters('region:fra1 type:tcp', { region: ['lon1'] })).toEqual({
    q: 'region:fra1',
    filters: { type: ['tcp'] },
  });
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
      const after = queryWith(taken?.q ?? q, { ...set, ...taken?.filters });
      expect(allMatches(index, after)).toEqual(allMatches(index, queryWith(q, set)));
    }),
    { numRuns: generated(1000) },
  );
  expect(count.taken).toBeGreaterThan(generated(50));
});
