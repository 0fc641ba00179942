import { expect, test } from 'vitest';
import { flagOptions, manyOptions } from './facet-options';

test('options are all occurring values, and selected values that no monitor has', () => {
  expect(manyOptions('region', { fra1: 3, iad1: 0 }, ['fra1', '-sin1'])).toEqual([
    { value: 'fra1', label: 'fra1', count: 3, chosen: 'included' },
    { value: 'iad1', label: 'iad1', count: 0, chosen: null },
    { value: 'sin1', label: 'sin1', count: 0, chosen: 'excluded' },
  ]);
});

test('conditions have labels, unknown values stay as they are', () => {
  expect(manyOptions('condition', { overdue: 1, unknown: 3, odd: 2 }, []).map(({ label }) => label)).toEqual([
    'Overdue',
    'Unknown',
    'odd',
  ]);
});

test('a flag is yes or no', () => {
  expect(flagOptions({ true: 4 }, 'false')).toEqual([
    { value: 'true', label: 'Yes', count: 4, chosen: null },
    { value: 'false', label: 'No', count: 0, chosen: 'included' },
  ]);
});
