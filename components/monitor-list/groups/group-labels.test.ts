import { expect, test } from 'vitest';
import { groupingLabel, groupLabel } from './group-labels';

test('a grouping by a part of the name says which part', () => {
  expect(groupingLabel({ group: 'region' })).toBe('Region');
  expect(groupingLabel({ group: 'name' })).toBe('Name, part 1');
  expect(groupingLabel({ group: 'name', name_part: 'second' })).toBe('Name, part 2');
  expect(groupingLabel({ group: 'name', name_part: 'second_last' })).toBe('Name, second last part');
});

test('the monitors without a group of their own are named by what they lack', () => {
  const rest = { key: '', label: '' };
  expect(groupLabel(rest, { group: 'region' })).toBe('No region');
  expect(groupLabel(rest, { group: 'host' })).toBe('No shared host');
  expect(groupLabel(rest, { group: 'name', name_part: 'last' })).toBe('No shared last part');
  expect(groupLabel({ key: 'prod', label: 'prod' }, { group: 'name' })).toBe('prod');
});
