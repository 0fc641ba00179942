import { expect, test } from 'vitest';
import { recordOf } from '@/lib/contract/documented';
import { readFacets } from '@/lib/contract/responses';
import { noSearchMatch, unknownWord } from './explain-search';
import { facets as names } from './facets';

const facets = readFacets({ ...recordOf(names, {}), region: { fra1: 4, iad1: 1 } });

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
  expect(unknownWord(q, facets)).toEqual(expected);
});

test.each([
  ['db regoin:fra1', 'regoin', { value: 'region:fra1', q: 'db region:fra1' }],
  ['-Chcked>10m up', 'Chcked', { value: 'checked>10m', q: '-checked>10m up' }],
  ['uptime<99', 'uptime', null],
  ['host:db', 'host', null],
])('the field of %s is unknown: %s', (q, value, meant) => {
  expect(unknownWord(q, facets)).toEqual({ field: 'field', value, meant });
});

test.each(['region:fra1', 'db:5432', 'https://a.example/x', '"regoin:fra1"', '::1', 'orders:', 'is:dwn'])(
  '%s names no unknown field',
  (q) => {
    expect(unknownWord(q, facets)).toBeNull();
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
