import { expect, test } from 'vitest';
import { readListExport, readListQuery } from './parameters.ts';

const read = (search: string) => readListExport(new URLSearchParams(search));

test('an export takes a list’s filters and order, and a format', () => {
  expect(read('format=csv&type=tcp&sort=name')).toMatchObject({
    format: 'csv',
    query: { type: ['tcp'], sort: 'name' },
    bom: false,
  });
  expect(read('format=csv&bom=true').bom).toBe(true);
  expect(read('format=csv&separator=semicolon&column=name&column=observed_since')).toMatchObject({
    separator: ';',
    fields: ['name', 'observed_since'],
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
  'format=csv&bom=1',
  'format=csv&bom=true&bom=true',
  'format=json&bom=true',
  'format=json&separator=comma',
  'format=csv&separator=tab',
  'format=csv&column=nothing',
])('"%s" is rejected', (search) =>
  expect(() => read(search)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'invalid_parameter' }) }),
  ),
);

test.each([
  ['page=0', 'page', 'must be a whole number of 1 or more'],
  ['condition=lost', 'condition', 'must be one of down, overdue, unknown, pending, up, inactive'],
  ['sort=name&sort=type', 'sort', 'can be given only once'],
  ['order=asc', 'order', 'requires sort'],
  ['Page=1', 'Page', 'is not supported'],
  ['__proto__=1', '__proto__', 'is not supported'],
  [Array.from({ length: 51 }, (_, n) => `type=${n}`).join('&'), 'type', 'can be given at most 50 times'],
])('"%s" is rejected with an explanation', (search, parameter, detail) =>
  expect(() => readListQuery(new URLSearchParams(search))).toThrow(
    expect.objectContaining({ failure: { code: 'invalid_parameter', parameter, detail } }),
  ),
);
