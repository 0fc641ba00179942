import { expect, test } from 'vitest';
import { loadMonitorsUrl, queryOfUrl } from './monitors-url';

const queryOf = (search: string) => queryOfUrl(loadMonitorsUrl(new URLSearchParams(search)));

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

test('what cannot be read is as if the URL were bare', () => {
  expect(queryOf('condition=odd&q=api')).toEqual(queryOf(''));
});
