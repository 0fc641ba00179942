import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInventoryQuery, serializeInventoryQuery } from '../contract/inventory-query';
import type { ParameterProblem } from '../contract/query-parameters';
import { anyCharacter } from '../testing/any-character';
import {
  changeWithout,
  isFiltered,
  loadMonitorsSearch,
  type MonitorsUrlChange,
  monitorPath,
  onPage,
  parseMonitorsUrl,
  serializeMonitorsSearch,
  toSearchParamsChange,
  viewSearchOf,
} from './monitors-url';

const read = (search: string) => parseMonitorsUrl(new URLSearchParams(search));
const queryOf = (search: string) => read(search).query;
const afterChange = (search: URLSearchParams, change: MonitorsUrlChange) =>
  new URLSearchParams(serializeMonitorsSearch(search, toSearchParamsChange(change)));
const withoutProblem = (search: URLSearchParams, problem: ParameterProblem) =>
  new URLSearchParams(serializeMonitorsSearch(search, changeWithout(loadMonitorsSearch(search), problem)));

test('a URL without parameters sorts by attention and requests the facet counts', () => {
  expect(queryOf('')).toEqual({ page: 1, per_page: 25, sort: 'attention', order: 'asc', facets: true });
});

test('the query is read from all parameters of the URL', () => {
  expect(
    queryOf(
      'q=api&type=http&type=-tcp&region=fra1&condition=down&is_active=true&maintenance_mode=false&sort=name&order=desc&page=3&per_page=50',
    ),
  ).toEqual({
    q: 'api',
    type: ['http', '-tcp'],
    region: ['fra1'],
    condition: ['down'],
    is_active: 'true',
    maintenance_mode: 'false',
    sort: 'name',
    order: 'desc',
    page: 3,
    per_page: 50,
    facets: true,
  });
});

test('a control character in the search disables no other filter', () => {
  const url = read('q=%1B%5B31mapi&condition=down');
  expect(url).toMatchObject({ q: '', condition: ['down'], refused: [{ parameter: 'q', breach: 'value' }] });
  expect(url.query).toEqual(queryOf('condition=down'));
});

test.each([
  ['condition=lost&condition=down&condition=-odd&q=api', 'condition=down&q=api', ['lost', '-odd']],
  ['type=&region=-&maintenance_mode=yes&sort=luck', '', ['', '-', 'yes', 'luck']],
  ['sort=luck&order=desc&q=a', 'q=a', ['luck']],
  [`q=${'x'.repeat(101)}`, '', ['x'.repeat(101)]],
  ['q=a&q=b', 'q=a', ['b']],
])('?%s without its rejected parameters is ?%s', (search, left, values) => {
  const url = read(search);
  expect(url.refused.map(({ value }) => value)).toEqual(values);
  expect(url.query).toEqual(queryOf(left));
});

test('parameters that do not belong to the BFF are not rejected', () => {
  expect(read('utm=1&view=Mine&facets=odd').refused).toEqual([]);
});

test('only the rejected value is removed, included or excluded, and the list begins with its first page', () => {
  const without = (search: string) => {
    const [problem] = read(search).refused;
    return problem && withoutProblem(new URLSearchParams(search), problem).toString();
  };
  expect(without('utm=1&condition=lost&condition=-lost&condition=down&page=3')).toBe('utm=1&condition=down');
  expect(without('region=&region=fra1')).toBe('region=fra1');
  expect(without(`type=${'x'.repeat(60)}&type=tcp`)).toBe('type=tcp');
  expect(without('q=a&q=b&type=tcp')).toBe('type=tcp');
  const many = Array.from({ length: 60 }, (_, n) => `type=${n}`).join('&');
  expect(read(many).refused).toHaveLength(1);
  expect(without(`${many}&q=a`)).toBe('q=a');
});

test('a search without words filters nothing', () => {
  expect(isFiltered(queryOf('q=+%09+&page=3&sort=name&per_page=10&view=Mine'))).toBe(false);
  expect(isFiltered(queryOf('q=a'))).toBe(true);
  expect(isFiltered(queryOf('condition=-down'))).toBe(true);
});

test('a type that the spec does not list is kept, because upstream may know it', () => {
  expect(queryOf('type=udp').type).toEqual(['udp']);
});

const name = fc.constantFrom(
  'q',
  'type',
  'condition',
  'region',
  'is_active',
  'sort',
  'order',
  'page',
  'view',
);
const value = fc.oneof(
  fc.constantFrom('down', '-up', 'http', 'name', 'desc', '-1', '2', ''),
  fc.string({ unit: anyCharacter }),
);

test('every URL gives a query that the API accepts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const { query } = parseMonitorsUrl(new URLSearchParams(pairs));
      const again = readInventoryQuery(new URLSearchParams(serializeInventoryQuery(query)));
      expect(again).toEqual({ query, problems: [] });
    }),
  );
});

test('the page rejects exactly what the API rejects', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const search = new URLSearchParams(pairs);
      const { refused } = parseMonitorsUrl(search);
      search.delete('view');
      if (!search.has('sort')) search.set('sort', 'attention');
      expect(refused.length === 0).toBe(readInventoryQuery(search).problems.length === 0);
    }),
  );
});

test('after all rejected parameters are removed, none is rejected', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const before = new URLSearchParams(pairs);
      const after = parseMonitorsUrl(before).refused.reduce(withoutProblem, before);
      expect(parseMonitorsUrl(after).refused).toEqual([]);
    }),
  );
});

const viewOf = (search: string) => viewSearchOf(read(search));

test('a view keeps filters and order, not the page', () => {
  expect(viewOf('page=3&view=Mine')).toBe('');
  expect(viewOf('sort=attention&order=asc')).toBe('');
  expect(viewOf('type=tcp&type=http&q=+api&page=2&sort=name&order=asc&per_page=50')).toBe(
    'q=api&type=http&type=tcp&sort=name&per_page=50',
  );
  expect(viewOf('order=desc')).toBe('sort=attention&order=desc');
});

test('a view that is opened and saved again is unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const search = viewOf(new URLSearchParams(pairs).toString());
      expect(viewOf(search)).toBe(search);
    }),
  );
});

test('a change sets its parameters, removes defaults, and leaves all other parameters unchanged', () => {
  const changed = (search: string, change: MonitorsUrlChange) =>
    afterChange(new URLSearchParams(search), change).toString();
  expect(changed('utm=1&q=api&type=http&page=3', { page: null, type: ['-tcp', 'http'] })).toBe(
    'utm=1&q=api&type=-tcp&type=http',
  );
  expect(changed('q=api&sort=name&per_page=50', { q: '', sort: 'attention', per_page: 25 })).toBe('');
  expect(changed('type=http&type=tcp', { type: [] })).toBe('');
  expect(changed('type=http&type=tcp', { type: null, is_active: 'false' })).toBe('is_active=false');
});

test('a changed URL is read as the values that were set', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), fc.array(fc.tuple(name, value)), (before, pairs) => {
      const wanted = parseMonitorsUrl(new URLSearchParams(pairs));
      const changed = afterChange(new URLSearchParams(before), wanted);
      expect(parseMonitorsUrl(changed)).toEqual({ ...wanted, refused: [] });
    }),
  );
});

test('the server reads the URL like the browser', () => {
  const given = { q: 'api', type: ['http', '-tcp'], utm: '1', page: undefined };
  expect(loadMonitorsSearch(given)).toEqual(
    loadMonitorsSearch(new URLSearchParams('q=api&type=http&type=-tcp')),
  );
});

test('the link of a monitor carries the list that it was opened from, also the default one', () => {
  expect(monitorPath({ uuid: 'u', list: 'q=a%26b&page=2' })).toBe('/monitors/u?list=q%3Da%2526b%26page%3D2');
  expect(monitorPath({ uuid: 'u', list: '' })).toBe('/monitors/u?list=');
  expect(monitorPath({ uuid: 'u', list: null })).toBe('/monitors/u');
});

test('another page of the same list differs only in its page', () => {
  expect(onPage('sort=name&page=2', 3)).toBe('sort=name&page=3');
  expect(onPage('sort=name&page=2', 1)).toBe('sort=name');
  expect(onPage('', 2)).toBe('page=2');
});
