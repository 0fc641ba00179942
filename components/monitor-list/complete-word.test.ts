import { expect, test } from 'vitest';
import { readFacets } from '@/lib/contract/responses';
import { searchFieldNames } from '@/lib/contract/search/search-fields';
import { completeWord } from './complete-word';

const facets = readFacets({
  condition: { down: 2, up: 9 },
  type: { http: 3, https: 8 },
  is_active: { true: 10, false: 1 },
  region: { fra1: 3, lon1: 5, 'new york': 1 },
  maintenance_mode: { true: 4, false: 7 },
  flapping: { true: 1, false: 10 },
  http_method: { GET: 2 },
  expected_status_codes: {},
  follow_redirects: {},
  timeout_ms: { '10000': 2, default: 1 },
});

/** The completions at the character `|`. */
function at(marked: string, fields = searchFieldNames) {
  const { options, from, to, isPartial } = completeWord(
    marked.replace('|', ''),
    marked.indexOf('|'),
    fields,
    facets,
  );
  return {
    words: options.map(({ word, count }) => (count === null ? word : `${word} ${count}`)),
    from,
    to,
    isPartial,
  };
}

test.each([
  ['re|', ['region:', 'response>', 'redirects:']],
  ['db -Re|', ['-region:', '-response>', '-redirects:']],
  ['re| db', ['region:', 'response>', 'redirects:']],
  ['|', []],
  ['checkout|', []],
  ['flap|', ['is:flapping']],
  ['db -down|', ['-is:down']],
  ['paused|', ['is:inactive']],
  ['up|', []],
  ['p]|', []],
  ['r|egion', []],
  ['region:|', ['region:lon1 5', 'region:fra1 3', 'region:"new york" 1']],
  ['region:F|', ['region:fra1 3']],
  ['-region:r|', ['-region:fra1 3', '-region:"new york" 1']],
  ['region:fra1|', []],
  ['is:ma|', ['is:maintenance 4']],
  ['is:d|', ['is:down 2', 'is:pending', 'is:overdue']],
  ['timeout:|', ['timeout:10s 2', 'timeout:default 1']],
  ['timeout>|', []],
  ['name:|', []],
  ['https:|', []],
])('at %s are offered %j', (marked, words) => {
  const found = at(marked).words;
  expect(found.toSorted()).toEqual([...words].toSorted());
  expect(found[0]).toBe(words[0]);
});

test('the whole word is replaced', () => {
  expect(at('db region:f| up')).toMatchObject({ from: 3, to: 11, isPartial: true });
  expect(at('db region:fra1| up')).toMatchObject({ isPartial: false });
  // No region has this name, so the word must not be left out of the search.
  expect(at('region:zz|')).toMatchObject({ words: [], isPartial: false });
});

test('only the given fields are offered', () => {
  expect(at('re|', ['region']).words).toEqual(['region:']);
  expect(at('is:|', ['region']).words).toEqual([]);
  expect(at('down|', ['region']).words).toEqual([]);
});
