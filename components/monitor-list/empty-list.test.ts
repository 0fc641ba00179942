import { expect, test } from 'vitest';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { readFacets } from '@/lib/contract/responses';
import { filterGroups, filterMessages } from './active-filters';
import { noSearchMatch, removalsOf, stateTitle, unknownField, unknownValue } from './empty-list';

test('active filters are grouped by field', () => {
  const url = parseMonitorsUrl(
    new URLSearchParams('q=zzz&type=tcp&type=-ping&condition=down&is_active=false'),
  );
  expect(filterGroups(url)).toEqual([
    { field: 'Search', text: '“zzz”', facet: null },
    { field: 'Condition', text: 'Down', facet: 'condition' },
    { field: 'Type', text: 'tcp, not ping', facet: 'type' },
    { field: 'Active', text: 'no', facet: 'is_active' },
  ]);
  expect(filterMessages(url)).toContain('Type: tcp, not ping');
});

const body = {
  condition: { down: 0, up: 3, inactive: 2 },
  type: {},
  is_active: { true: 0, false: 0 },
  region: { fra1: 4, iad1: 1 },
  maintenance_mode: {},
  flapping: {},
  http_method: { unknown: 4, GET: 2 },
  expected_status_codes: { 200: 4, 204: 1 },
  follow_redirects: {},
  timeout_ms: {},
};
const facets = readFacets(body);

test.each([
  [
    'q=is:down+fra1+a+OR+"b c"&type=tcp&region=fra1&region=iad1',
    [
      ['“is:down”', { q: 'fra1 a OR "b c"' }],
      ['“fra1”', { q: 'is:down a OR "b c"' }],
      ['“a OR "b c"”', { q: 'is:down fra1' }],
      ['Type: tcp', { type: null }],
      ['Region: fra1, iad1', { region: null }],
    ],
  ],
  ['q=a+b+c+d+e+f', [['Search: “a b c d e f”', { q: null }]]],
  [
    'q=zzz&rule=overdue',
    [
      ['Search: “zzz”', { q: null }],
      ['Review: Overdue', { rule: null }],
    ],
  ],
])('of the list %s each filter and each word of a short search can be removed', (search, expected) => {
  const removals = removalsOf(parseMonitorsUrl(new URLSearchParams(search)));
  expect(removals.map(({ label, change }) => [label, change])).toEqual(expected);
});

test.each([
  ['condition=down', 'No monitor is down'],
  ['q=is:flapping', 'No monitor is flapping'],
  ['flapping=true', 'No monitor is flapping'],
  ['maintenance_mode=true', 'No monitor is in maintenance'],
  ['is_active=false', 'No monitor is inactive'],
  ['condition=-down', null],
  ['maintenance_mode=false', null],
  ['condition=down&condition=up', null],
  ['q=is:down+db', null],
  ['condition=down&type=tcp', null],
])('without a result, the title of %s is %s', (search, title) => {
  expect(stateTitle(parseMonitorsUrl(new URLSearchParams(search)))).toBe(title);
});

test.each([
  ['region:fra9', { field: 'region', value: 'fra9', meant: { value: 'fra1', q: 'region:fra1' } }],
  [
    'db region:iad OR type:zzz',
    { field: 'region', value: 'iad', meant: { value: 'iad1', q: 'db region:iad1 OR type:zzz' } },
  ],
  ['region:mars', { field: 'region', value: 'mars', meant: null }],
  ['region:FRA1', { field: 'region', value: 'FRA1', meant: { value: 'fra1', q: 'region:fra1' } }],
  ['region:fra1 -region:fra9 port:7', null],
  ['region:fra9 is:dwn', null],
])('of %s, the unknown value and the nearest known one are %j', (q, expected) => {
  expect(unknownValue(q, facets)).toEqual(expected);
});

test.each([
  ['db regoin:fra1', 'regoin', { value: 'region:fra1', q: 'db region:fra1' }],
  ['-Chcked>10m up', 'Chcked', { value: 'checked>10m', q: '-checked>10m up' }],
  ['uptime<99', 'uptime', null],
  ['host:db', 'host', null],
])('the field of %s is unknown: %s', (q, value, meant) => {
  expect(unknownField(q)).toEqual({ field: 'field', value, meant });
});

test.each(['region:fra1', 'db:5432', 'https://a.example/x', '"regoin:fra1"', '::1', 'orders:', 'is:dwn'])(
  '%s names no unknown field',
  (q) => {
    expect(unknownField(q)).toBeNull();
  },
);

test.each([
  ['https://a.example/x', 'No monitor checks this address.'],
  ['curl https://a.example/x', 'No monitor matches https://a.example/x.'],
  ['https://a.example/x https://b.example/', 'No monitor checks any of these addresses.'],
  ['10.0.0.1 10.0.0.2', 'No monitor matches the whole text.'],
  ['orders, carts', 'No monitor matches the whole text.'],
  ['orders', 'No monitor has this name'],
  ['https nowhere', 'No monitor matches all of these words.'],
  ['is:down region:fra1', 'No monitor matches all of these words.'],
])('%s finds nothing: %s', (q, beginning) => {
  expect(noSearchMatch(q).startsWith(beginning)).toBe(true);
});
