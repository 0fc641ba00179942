import { expect, test } from 'vitest';
import { readInventoryQuery } from '../../../contract/inventory-query.ts';
import { aMonitor } from '../snapshot/arbitrary-monitors.fixtures.ts';
import { buildIndex } from './inventory-index.ts';
import { snapshotOf } from './naive-inventory.fixtures.ts';
import { allMatches, runQuery } from './query.ts';

const index = buildIndex(
  snapshotOf([
    aMonitor(0),
    aMonitor(1, { http_method: 'GET', timeout_ms: 10_000, expected_status_codes: [200, 200, 301] }),
    aMonitor(2, { http_method: null, timeout_ms: 5000, expected_status_codes: [] }),
    aMonitor(3, { http_method: 'HEAD', timeout_ms: null, description: 'Pays the Bücher' }),
  ]),
);

test.each([
  ['http_method=GET', [1]],
  ['http_method=-GET', [2, 3]],
  ['http_method=default', [2]],
  ['http_method=unknown', [0]],
  ['http_method=-GET&http_method=unknown', [0]],
  ['http_method=-unknown', [1, 2, 3]],
  ['expected_status_codes=301', [1]],
  ['expected_status_codes=none', [2]],
  ['expected_status_codes=-301', [2]],
  ['follow_redirects=true', []],
  ['timeout_ms=5000&timeout_ms=10000', [1, 2]],
  ['sort=timeout_ms', [1, 2, 0, 3]],
  ['q=bucher', [3]],
])('%s: a monitor whose setting is not known is found by "unknown" only', (search, found) => {
  const { query, problems } = readInventoryQuery(new URLSearchParams(search));
  expect(problems).toEqual([]);
  const numbers = allMatches(index, query).map(({ monitor_uuid }) => Number(monitor_uuid.slice(-2)));
  expect(numbers).toEqual(found);
});

test('the counts have every value that occurs, numbers in their order', () => {
  const { query } = readInventoryQuery(new URLSearchParams('facets=true'));
  const { facets } = runQuery(index, query);
  expect(facets).toMatchObject({
    http_method: { default: 1, GET: 1, HEAD: 1, unknown: 1 },
    expected_status_codes: { none: 1, 200: 1, 301: 1, unknown: 2 },
    follow_redirects: { unknown: 4 },
  });
  expect(index.settingValues.timeout_ms).toEqual(['5000', '10000', 'default', 'unknown']);
});
