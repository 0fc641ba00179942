import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '@/lib/contract/inventory-query';
import { exportFieldsOf, exportUrl } from './export-options';

test('a file with the visible columns has their fields, in their order', () => {
  const fields = exportFieldsOf(['condition', 'name', 'observed_since', 'target', 'region', 'interval']);
  expect(fields).toEqual([
    'condition_label',
    'name',
    'observed_since',
    'target',
    'port',
    'regions',
    'interval',
  ]);
  expect(exportUrl('format=json', { ...defaultInventoryQuery, q: 'a' }, ['name', 'observed_since'])).toBe(
    '/api/monitors/export?format=json&column=name&column=observed_since&q=a',
  );
  expect(exportUrl('format=csv', defaultInventoryQuery)).toBe('/api/monitors/export?format=csv');
});
