import { expect, test } from 'vitest';
import { recordOf } from '@/lib/contract/documented';
import { readFacets } from '@/lib/contract/responses';
import { completeWord } from './complete-word';
import { facetOptions, facets } from './facets';

test('options are all occurring values, and selected values that no monitor has', () => {
  expect(
    facetOptions(
      'region',
      new Map([
        ['fra1', 3],
        ['iad1', 0],
      ]),
      ['fra1', '-sin1'],
    ),
  ).toEqual([
    { value: 'fra1', label: 'fra1', count: 3, chosen: 'included' },
    { value: 'iad1', label: 'iad1', count: 0, chosen: null },
    { value: 'sin1', label: 'sin1', count: 0, chosen: 'excluded' },
  ]);
});

test('conditions have labels, unknown values stay as they are', () => {
  const options = facetOptions(
    'condition',
    new Map([
      ['overdue', 1],
      ['unknown', 3],
      ['odd', 2],
    ]),
    [],
  );
  expect(options.map(({ label }) => label)).toEqual(['Overdue', 'Unknown', 'odd']);
});

test('a flag is yes or no', () => {
  expect(facetOptions('flapping', new Map([['true', 4]]), ['false'])).toEqual([
    { value: 'true', label: 'Yes', count: 4, chosen: null },
    { value: 'false', label: 'No', count: 0, chosen: 'included' },
  ]);
});

test('settings have labels of their own, and names of inherited properties are values like others', () => {
  const labels = (facet: Parameters<typeof facetOptions>[0], values: string[]) =>
    facetOptions(facet, new Map(values.map((value) => [value, 1])), []).map(({ label }) => label);
  expect(labels('timeout_ms', ['500', '10000', 'default', 'unknown'])).toEqual([
    ...['500 ms', '10 s', 'Not set', 'Unknown'],
  ]);
  expect(labels('follow_redirects', ['true', 'false', 'constructor'])).toEqual([
    ...['Followed', 'Not followed', 'constructor'],
  ]);
});

test('names of properties that every object has are values like others', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const counts = Object.fromEntries(names.map((name, index) => [name, index + 1]));
  const none = { ...recordOf(facets, {}), type: counts };
  // As in the browser: through JSON and the schema.
  const { type } = readFacets(JSON.parse(JSON.stringify(none)));
  expect(facetOptions('type', type, []).map(({ value, count }) => [value, count])).toEqual([...type]);
  expect([...type]).toEqual(Object.entries(counts));
  expect(
    facetOptions('type', new Map(), names).map(({ count }) => count),
    'of no monitor',
  ).toEqual([0, 0, 0, 0]);
  const words = completeWord('type:', 5, ['type'], readFacets(none)).options.map(({ word }) => word);
  expect(words.toSorted()).toEqual(names.map((name) => `type:${name}`).toSorted());
});
