import { expect, test } from 'vitest';
import { readExport, readQuery } from './read-query.ts';

const read = (search: string) => readExport(new URLSearchParams(search));

test('an export takes a list’s filters and order, and a format', () => {
  expect(read('format=csv&type=tcp&sort=name')).toMatchObject({
    format: 'csv',
    query: { type: { include: ['tcp'], exclude: [] }, sort: 'name' },
  });
});

test.each([
  '',
  'format=xml',
  'format=csv&format=json',
  'format=csv&page=2',
  'format=csv&per_page=5',
  'format=csv&facets=true',
  'format=csv&type=',
])('"%s" is refused', (search) =>
  expect(() => read(search)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'invalid_parameter' }) }),
  ),
);

test.each([
  ['page=0', 'page', 'must be a whole number from 1'],
  ['condition=lost', 'condition', 'must be one of down, overdue, pending, up, inactive'],
  ['sort=name&sort=type', 'sort', 'may be given only once'],
  ['order=asc', 'order', 'needs sort beside it'],
  ['Page=1', 'Page', 'is not a parameter of this list'],
  ['__proto__=1', '__proto__', 'is not a parameter of this list'],
  [Array.from({ length: 51 }, (_, n) => `type=${n}`).join('&'), 'type', 'may be given at most 50 times'],
])('"%s" is refused in words', (search, parameter, detail) =>
  expect(() => readQuery(new URL(`http://localhost/api/monitors?${search}`))).toThrow(
    expect.objectContaining({ failure: { code: 'invalid_parameter', parameter, detail } }),
  ),
);
