import { expect, test } from 'vitest';
import { defaultInventoryQuery, readInventoryQuery } from '../../../contract/inventory-query.ts';
import { aMonitor } from '../snapshot/arbitrary-monitors.fixtures.ts';
import { buildIndex } from './inventory-index.ts';
import { snapshotOf } from './naive-inventory.fixtures.ts';
import { allMatches, runQuery } from './query.ts';

function facetsOf(monitors: Parameters<typeof snapshotOf>[0]) {
  return runQuery(buildIndex(snapshotOf(monitors)), { ...defaultInventoryQuery, facets: true }).facets;
}

test('names of inherited object properties are counted like others and survive JSON', () => {
  const monitors = ['__proto__', 'constructor', '__proto__'].map((type, n) =>
    aMonitor(n, { type, regions: [type] }),
  );
  const text = '{"__proto__":2,"constructor":1}';
  expect(JSON.stringify(facetsOf(monitors)?.type)).toBe(text);
  expect(JSON.stringify(facetsOf(monitors)?.region)).toBe(text);
});

test('a monitor that lists a region twice counts once', () => {
  expect(facetsOf([aMonitor(1, { regions: ['fra1', 'fra1', 'waw1'] })])?.region).toEqual({
    fra1: 1,
    waw1: 1,
  });
});

test('a region that looks like a JSON list is not confused with that list', () => {
  const monitors = [['a', 'b'], ['["a","b"]'], [], ['[]']].map((regions, n) => aMonitor(n, { regions }));
  expect(facetsOf(monitors)?.region).toEqual({ a: 1, b: 1, '["a","b"]': 1, '[]': 1 });
});

test('without monitors all conditions and both states of flags are present with 0', () => {
  expect(facetsOf([])).toEqual({
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
    type: {},
    is_active: { true: 0, false: 0 },
    region: {},
    maintenance_mode: { true: 0, false: 0 },
    flapping: { true: 0, false: 0 },
    http_method: {},
    expected_status_codes: {},
    follow_redirects: {},
    timeout_ms: {},
  });
});

test('equal counts result in equal JSON, independent of the order of the monitors', () => {
  const [a, b] = [
    aMonitor(1, { type: 'tcp' }),
    aMonitor(2, { type: 'http', created_at: '2020-01-01T00:00:00Z' }),
  ];
  const swapped = [
    aMonitor(1, { type: 'http' }),
    aMonitor(2, { type: 'tcp', created_at: '2020-01-01T00:00:00Z' }),
  ];
  expect(JSON.stringify(facetsOf([a, b]))).toBe(JSON.stringify(facetsOf(swapped)));
});

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
  expect(index.facets.timeout_ms.values).toEqual(['5000', '10000', 'default', 'unknown']);
});
