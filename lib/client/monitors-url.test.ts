import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInventoryQuery, serializeInventoryQuery } from '../contract/inventory-query';
import { changeMonitorsUrl, parseMonitorsUrl, queryOfUrl, viewSearchOf } from './monitors-url';

const queryOf = (search: string) => queryOfUrl(parseMonitorsUrl(new URLSearchParams(search)));

test('a bare URL means what needs attention first, counts included', () => {
  expect(queryOf('')).toEqual({ page: 1, per_page: 25, sort: 'attention', order: 'asc', facets: true });
});

test('everything that can be set is in the URL', () => {
  expect(
    queryOf(
      'q=api&type=http&type=-tcp&region=fra1&condition=down&is_active=true&maintenance_mode=false&sort=name&order=desc&page=3&per_page=50',
    ),
  ).toEqual({
    q: 'api',
    type: { include: ['http'], exclude: ['tcp'] },
    region: { include: ['fra1'], exclude: [] },
    condition: { include: ['down'], exclude: [] },
    is_active: 'true',
    maintenance_mode: 'false',
    sort: 'name',
    order: 'desc',
    page: 3,
    per_page: 50,
    facets: true,
  });
});

test('a page or size out of range becomes the nearest sense', () => {
  expect(queryOf('page=-3&per_page=5000')).toMatchObject({ page: 1, per_page: 100 });
});

test('what cannot be read is left out, and the rest stays in force', () => {
  const url = parseMonitorsUrl(new URLSearchParams('condition=lost&condition=down&condition=-odd&q=api'));
  expect(url).toMatchObject({ condition: ['down'], q: 'api' });
  expect(queryOf('condition=lost&q=api')).toEqual(queryOf('q=api'));
  expect(queryOf('type=&region=-&is_active=perhaps&sort=luck')).toEqual(queryOf(''));
});

test('a search that is too long is cut, and not within a character', () => {
  expect(queryOf(`q=${'x'.repeat(300)}`).q).toBe('x'.repeat(100));
  expect(queryOf(`q=${'x'.repeat(99)}${encodeURIComponent('😀')}`).q).toBe('x'.repeat(99));
});

test('a value that upstream may know is kept, though the specification does not', () => {
  expect(queryOf('type=udp').type).toEqual({ include: ['udp'], exclude: [] });
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
  fc.string({ unit: 'binary' }),
);

test('whatever the URL says, the query is one that the interface takes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const query = queryOfUrl(parseMonitorsUrl(new URLSearchParams(pairs)));
      const again = parseInventoryQuery(new URLSearchParams(serializeInventoryQuery(query)));
      expect(again).toEqual({ ok: true, query });
    }),
  );
});

const viewOf = (search: string) => viewSearchOf(parseMonitorsUrl(new URLSearchParams(search)));

test('a view keeps what is filtered and how it is ordered, not the page', () => {
  expect(viewOf('page=3&view=Mine')).toBe('');
  expect(viewOf('sort=attention&order=asc')).toBe('');
  expect(viewOf('type=tcp&type=http&q=+api&page=2&sort=name&order=asc&per_page=50')).toBe(
    'q=api&type=http&type=tcp&sort=name&per_page=50',
  );
  expect(viewOf('order=desc')).toBe('sort=attention&order=desc');
});

test('what a view keeps shows the same when it is opened', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const search = viewOf(new URLSearchParams(pairs).toString());
      expect(viewOf(search)).toBe(search);
    }),
  );
});

test('a change sets what it names, takes the usual out, and leaves all else where it stands', () => {
  const changed = (search: string, change: Parameters<typeof changeMonitorsUrl>[1]) =>
    changeMonitorsUrl(new URLSearchParams(search), change).toString();
  expect(changed('utm=1&q=api&type=http&page=3', { page: null, type: ['-tcp', 'http'] })).toBe(
    'utm=1&q=api&type=-tcp&type=http',
  );
  expect(changed('q=api&sort=name&per_page=50', { q: '', sort: 'attention', per_page: 25 })).toBe('');
  expect(changed('type=http&type=tcp', { type: [] })).toBe('');
  expect(changed('type=http&type=tcp', { type: null, is_active: 'false' })).toBe('is_active=false');
});

test('what a change sets is what is read afterwards', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), fc.array(fc.tuple(name, value)), (before, pairs) => {
      const wanted = parseMonitorsUrl(new URLSearchParams(pairs));
      const changed = changeMonitorsUrl(new URLSearchParams(before), wanted);
      expect(parseMonitorsUrl(changed)).toEqual(wanted);
    }),
  );
});
