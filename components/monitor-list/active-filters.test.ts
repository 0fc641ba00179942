import { expect, test } from 'vitest';
import { parseMonitorsUrl, serializeMonitorsSearch, toSearchParamsChange } from '@/lib/client/monitors-url';
import { activeFilters, filterGroups, filterMessages } from './active-filters';

const filtersOf = (search: string) => activeFilters(parseMonitorsUrl(new URLSearchParams(search)));

test('every value has a label, in the order of the toolbar', () => {
  const filters = filtersOf(
    'rule=in_maintenance_for_7_days&is_active=false&maintenance_mode=true&region=-fra1&type=http&type=-tcp&condition=pending&condition=-down&q=+api',
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
    'Review: In maintenance for more than 7 days',
  ]);
  expect(new Set(filters.map(({ key }) => key)).size).toBe(9);
});

test('values without effect are omitted', () => {
  expect(filtersOf('condition=lost&q=+++&page=3&sort=name&per_page=10&view=Mine')).toEqual([]);
});

test('settings have their own labels', () => {
  const filters = filtersOf('expected_status_codes=301&http_method=-GET&timeout_ms=unknown');
  expect(filters.map(({ field, text }) => `${field}: ${text}`)).toEqual([
    ...['Method: not GET', 'Expected status: 301', 'Timeout: Unknown'],
  ]);
});

test('active filters are grouped by field', () => {
  const url = parseMonitorsUrl(
    new URLSearchParams('q=zzz&type=tcp&type=-ping&condition=down&is_active=false'),
  );
  expect(filterGroups(url)).toEqual([
    { field: 'Search', text: '“zzz”', facet: null },
    { field: 'Condition', text: 'Down', facet: 'condition' },
    { field: 'Type', text: 'tcp, not ping', facet: 'type' },
    { field: 'Active', text: 'no', facet: 'is_active' },
  ]);
  expect(filterMessages(url)).toContain('Type: tcp, not ping');
});

test('filters are removed individually', () => {
  const search = new URLSearchParams('q=a&type=-tcp&type=http&is_active=true');
  const left = filtersOf(String(search)).map(({ removal }) =>
    serializeMonitorsSearch(search, toSearchParamsChange(removal)),
  );
  expect(left).toEqual([
    '?type=-tcp&type=http&is_active=true',
    '?q=a&is_active=true&type=-tcp',
    '?q=a&is_active=true&type=http',
    '?q=a&type=-tcp&type=http',
  ]);
});
