import { expect, test } from 'vitest';
import { readExport } from './read-query.ts';

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
