import { expect, test, vi } from 'vitest';
import { parseMonitorsUrl } from '@/lib/client/monitors-url';
import { activeFilters, dropFilter } from './active-filters';

const filtersOf = (search: string) => activeFilters(parseMonitorsUrl(new URLSearchParams(search)));

test('every value has a label, in the order of the toolbar', () => {
  const filters = filtersOf(
    'is_active=false&maintenance_mode=true&region=-fra1&type=http&type=-tcp&condition=pending&condition=-down&q=+api',
  );
  expect(filters.map(({ field, text }) => `${field}: ${text}`)).toEqual([
    'Search: api',
    'Condition: Never checked',
    'Condition: not Down',
    'Type: http',
    'Type: not tcp',
    'Region: not fra1',
    'Active: no',
    'Maintenance: yes',
  ]);
  expect(new Set(filters.map(({ key }) => key)).size).toBe(8);
});

test('values without effect are omitted', () => {
  expect(filtersOf('condition=lost&q=+++&page=3&sort=name&per_page=10&view=Mine')).toEqual([]);
});

test('filters are removed individually', () => {
  const urlState = { search: vi.fn(), setFacetValue: vi.fn(), setFlag: vi.fn() };
  for (const filter of filtersOf('q=a&type=-tcp&is_active=true')) dropFilter(urlState, filter);
  expect(urlState.search).toHaveBeenCalledExactlyOnceWith('');
  expect(urlState.setFacetValue).toHaveBeenCalledExactlyOnceWith('type', 'tcp', null);
  expect(urlState.setFlag).toHaveBeenCalledExactlyOnceWith('is_active', null);
});
