import { expect, test } from 'vitest';
import { fileParameters } from '@/components/export/export-formats';
import { defaultInventoryQuery } from '@/lib/contract/inventory-query';
import { exportFieldsOf, exportSearch } from './list-export';

test('a file with the visible columns has their fields, in their order', () => {
  const fields = exportFieldsOf(['condition', 'name', 'observed_since', 'target', 'region', 'interval']);
  expect(fields).toEqual([
    'condition_label',
    'name',
    'observed_since',
    'changed_after',
    'target',
    'port',
    'regions',
    'interval',
  ]);
  expect(exportSearch({ ...defaultInventoryQuery, q: 'a' }, ['name', 'observed_since'])).toBe(
    'column=name&column=observed_since&q=a',
  );
  expect(exportSearch(defaultInventoryQuery)).toBe('');
});

test('the name of a file says the view, or the values of the filters', () => {
  const search = 'column=name&type=https&type=-ping&q=a+b&sort=name';
  expect(fileParameters('json', search)).toBe(`format=json&title=https+not+ping+a+b&${search}`);
  expect(fileParameters('csv', search, 'Down now')).toBe(`format=csv&title=Down+now&${search}`);
  expect(fileParameters('spreadsheet', '')).toBe('format=csv&spreadsheet=true');
});
