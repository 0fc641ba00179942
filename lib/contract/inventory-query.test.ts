import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { conditions } from './conditions.ts';
import {
  filtersOf,
  type InventoryQuery,
  readInventoryQuery,
  serializeInventoryQuery,
} from './inventory-query.ts';
import { defaultOrderOf, inventorySorts } from './list-layout.ts';

const parse = (search: string) => readInventoryQuery(new URLSearchParams(search));

function read(search: string): InventoryQuery {
  const { query, problems } = parse(search);
  expect(problems).toEqual([]);
  return query;
}

test('an empty query means the defaults', () => {
  expect(read('')).toEqual({ page: 1, per_page: 25, facets: false });
  expect(read('q=+++')).toEqual(read(''));
});

test('facets take many values, and a hyphen excludes', () => {
  expect(read('type=tcp&type=-ping&type=http&condition=-up&type=tcp&region=--odd')).toEqual({
    ...read(''),
    type: ['http', 'tcp', '-ping'],
    condition: ['-up'],
    region: ['--odd'],
  });
});

test('whitespace around and between words is normalized', () => {
  expect(read('q=%20%20api%09%20Berlin%0A').q).toBe('api Berlin');
});

test.each([
  ['hxxps://rates[.]stores[.]example/a', 'https://rates.stores.example/a'],
  ['HXXP[://]a[.]example[:]8080 [::1]', 'http://a.example:8080 [::1]'],
  ['http(s)://b.example', 'https://b.example'],
])('the defanged address %s is read as %s', (text, q) => {
  expect(read(`q=${encodeURIComponent(text)}`).q).toBe(q);
});

test('a sort without an order uses the default order of that column', () => {
  expect(read('sort=last_check_at')).toMatchObject({ sort: 'last_check_at', order: 'desc' });
  expect(read('order=asc&sort=last_check_at')).toMatchObject({ sort: 'last_check_at', order: 'asc' });
});

test.each([
  ['page', '0'],
  ['page', '1e9'],
  ['per_page', '101'],
  ['q', 'x'.repeat(101)],
  ['q', 'a\u0000b'],
  ['type', ''],
  ['type', 'a\u0000b'],
  ['type', 'x'.repeat(41)],
  ['condition', '--down'],
  ['region', '\u0085'],
  ['is_active', 'TRUE'],
  ['sort', 'uuid'],
  ['order', 'asc'],
  ['facets', '1'],
  ['__proto__', 'x'],
])('%s=%j is rejected, and the parameter is named', (parameter, value) => {
  const search = new URLSearchParams([[parameter, value]]);
  expect(readInventoryQuery(search).problems).toMatchObject([{ parameter }]);
});

test('a facet accepts at most 50 values', () => {
  const search = (count: number) => Array.from({ length: count }, (_, n) => `region=r${n}`).join('&');
  expect(parse(search(50)).problems).toEqual([]);
  expect(parse(search(51)).problems).toMatchObject([{ parameter: 'region' }]);
});

const facetValue = (value: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom('', '-'), value).map(([hyphen, text]) => `${hyphen}${text}`);
const flag = fc.constantFrom('true', 'false');
const visible = fc.constantFrom('http', 'https', 'udp', 'eu west', '日本', '__proto__', 'a&b=c', '50%');

const parameters = fc
  .record(
    {
      q: fc.string({ unit: 'grapheme', maxLength: 20 }),
      is_active: flag,
      maintenance_mode: flag,
      facets: flag,
      page: fc.integer({ min: 1, max: 999_999_999 }).map(String),
      per_page: fc.integer({ min: 1, max: 100 }).map(String),
      sort: fc.constantFrom(...inventorySorts),
      order: fc.constantFrom('asc', 'desc'),
      type: fc.array(facetValue(visible), { maxLength: 5 }),
      region: fc.array(facetValue(visible), { maxLength: 5 }),
      condition: fc.array(facetValue(fc.constantFrom(...conditions)), { maxLength: 5 }),
    },
    { requiredKeys: ['sort'] },
  )
  .map((given) =>
    Object.entries(given).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  );

test('a serialized query is parsed as the same query, whatever the order of its parameters', () => {
  const shuffled = parameters.chain((pairs) =>
    fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })),
  );
  fc.assert(
    fc.property(shuffled, ([pairs, others]) => {
      const query = read(new URLSearchParams(pairs).toString());
      const text = serializeInventoryQuery(query);
      expect(read(text)).toEqual(query);
      expect(serializeInventoryQuery(read(new URLSearchParams(others).toString()))).toBe(text);
    }),
  );
});

test('row 43: a search of up to 100 characters is accepted unchanged, a longer one is rejected', () => {
  const longest = 'a(+*.$é監'.repeat(13).slice(0, 100);
  const spaces = ' '.repeat(200);
  const search = (q: string) => readInventoryQuery(new URLSearchParams({ q }));
  expect(search(spaces + longest + spaces)).toMatchObject({ query: { q: longest }, problems: [] });
  const detail = 'must be at most 100 characters, without control characters';
  const value = `${longest}監`;
  expect(search(value).problems).toEqual([{ parameter: 'q', breach: 'value', value, detail }]);
});

test('parsing never throws', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => Array.isArray(parse(text).problems)));
});

test('explicit default values change nothing', () => {
  const spelled = 'page=1&per_page=25&facets=false&sort=name&order=asc';
  expect(serializeInventoryQuery(read(spelled))).toBe('sort=name');
  expect(inventorySorts.filter((sort) => defaultOrderOf(sort) === 'desc')).toEqual([
    'last_check_at',
    'last_response_time_ms',
    'created_at',
    'updated_at',
    'observed_since',
    'changed',
    'timeout_ms',
  ]);
});

test('page, sort and facets are not filters', () => {
  expect(filtersOf(read('q=a&type=tcp&is_active=true&page=3&per_page=5&sort=name&facets=true'))).toEqual({
    q: 'a',
    type: ['tcp'],
    is_active: 'true',
  });
});
