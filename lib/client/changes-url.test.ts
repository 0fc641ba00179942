import { expect, test } from 'vitest';
import { readChangesQuery, serializeChangesFilters } from '../contract/changes-query';
import { changesFiltersOf, loadChangesSearch, readChangesUrl } from './changes-url';

const read = (search: string) => readChangesUrl(loadChangesSearch(search));
const uuid = '95e6fee4-5854-4e00-a494-07a16ebcddd1';

test('a URL without parameters shows the last day without filters', () => {
  expect(read('')).toEqual({
    days: 1,
    filters: { kind: [], type: [], region: [] },
    isFiltered: false,
    showsEdits: false,
    ignored: [],
  });
});

test('valid parameters are kept, others are named', () => {
  const url = read(`?days=7&kind=down&kind=exploded&region=fra1&q=%20a%20%20b&monitor=${uuid}&monitor=2`);
  expect(url.days).toBe(7);
  expect(url.filters).toEqual({ kind: ['down'], type: [], region: ['fra1'], q: 'a b', monitor: uuid });
  expect(url.isFiltered).toBe(true);
  expect(url.ignored).toEqual([
    { parameter: 'kind', value: 'exploded' },
    { parameter: 'monitor', value: '2' },
  ]);
  expect(read('?days=2').ignored).toEqual([{ parameter: 'days', value: '2' }]);
  expect(read('?q=%20').isFiltered).toBe(false);
});

test('a chosen time replaces the days, and edits are shown on request', () => {
  const url = read('?since=2026-11-21T13:00:00Z&until=2026-11-21T13:15:00Z&edits=all');
  expect(url).toMatchObject({ isFiltered: true, showsEdits: true, ignored: [] });
  const [since, until] = [Date.UTC(2026, 10, 21, 13), Date.UTC(2026, 10, 21, 13, 15)];
  expect(changesFiltersOf(url, until)).toMatchObject({ since, until, kind: [] });
  expect(changesFiltersOf(read(''), until).kind, 'outages first').not.toContain('edited');
  expect(read('?since=yesterday&edits=some').ignored).toEqual([
    { parameter: 'since', value: 'yesterday' },
    { parameter: 'edits', value: 'some' },
  ]);
});

test('the request begins at a full hour and is one that the server reads', () => {
  const now = Date.parse('2026-11-21T14:59:59.999Z');
  const filters = changesFiltersOf(read('?days=1&kind=edited&kind=down&type=https&q=a'), now);
  const search = serializeChangesFilters(filters);
  expect(search).toBe('since=2026-11-20T14%3A00%3A00.000Z&kind=down&kind=edited&type=https&q=a');
  const parsed = readChangesQuery(new URLSearchParams(search));
  expect(parsed).toMatchObject({ query: filters, problems: [] });
});
