import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMonitorsUrl, viewSearchOf } from '@/lib/client/monitors-url';
import { columnNames } from '@/lib/contract/list-layout';
import { monitorColumns } from '../table/columns';
import { cleanName, isShownView, parseSavedViews, type SavedView, withName, withView } from './saved-views';
import { linkOf, savedViewOf, viewsFileOf } from './team-views';

const mine: SavedView = { name: 'Mine', search: 'type=tcp' };
const other: SavedView = { name: 'Other', search: 'q=api' };

test('a view is added, and replaces the one with the same name, ignoring case', () => {
  expect(withView([mine], other)).toEqual([mine, other]);
  expect(withView([mine, other], { name: 'MINE', search: '' })).toEqual([
    { name: 'MINE', search: '' },
    other,
  ]);
});

test('a view is renamed, but not to the name of another', () => {
  expect(withName([mine, other], mine, 'Yours')).toEqual([{ ...mine, name: 'Yours' }, other]);
  expect(withName([mine, other], mine, 'mine')).toEqual([{ ...mine, name: 'mine' }, other]);
  expect(withName([mine, other], mine, 'other')).toEqual([mine, other]);
});

test('names are normalized', () => {
  expect(cleanName('  a \n b  ')).toBe('a b');
  expect(cleanName('x'.repeat(100))).toHaveLength(60);
  expect(cleanName('   ')).toBe('');
  expect(cleanName('a\0b\ud800')).toBe('a b');
  expect(cleanName(`${'x'.repeat(59)}😀`), 'no half of a character').toBe('x'.repeat(59));
});

test('stored views are parsed individually, and invalid ones are ignored', () => {
  const stored = [
    mine,
    { name: 'MINE', search: '' },
    { name: ' ', search: '' },
    { name: 'Old', search: 'sort=attention&condition=lost&condition=down&page=4&x=y' },
    { name: 'No search' },
    null,
    7,
  ];
  expect(parseSavedViews(JSON.stringify(stored))).toEqual([mine, { name: 'Old', search: 'condition=down' }]);
  for (const text of [null, '', '{', JSON.stringify({ mine }), '7'])
    expect(parseSavedViews(text)).toEqual([]);
});

test('a view has its columns, or shows them as they are', () => {
  const columns = ['condition', 'name', '-type', 'region'];
  const view: SavedView = { ...mine, columns };
  expect(parseSavedViews(JSON.stringify([view]))).toEqual([view]);
  expect(parseSavedViews(JSON.stringify([{ ...mine, columns: 7 }]))).toEqual([mine]);
  expect(isShownView(view, mine.search, ['condition', 'name', 'region'])).toBe(true);
  expect(isShownView(view, mine.search, null)).toBe(false);
  expect(isShownView(view, '', columns)).toBe(false);
  expect(isShownView(mine, mine.search, columns)).toBe(true);
});

test('for arbitrary stored data the parsed views are valid', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.jsonValue(), fc.record({ name: fc.string(), search: fc.string() }))),
      (stored) => {
        const views = parseSavedViews(JSON.stringify(stored));
        for (const { name } of views) expect(cleanName(name)).toBe(name);
        expect(parseSavedViews(JSON.stringify(views))).toEqual(views);
      },
    ),
  );
});

test('a link contains the search of the view and its name', () => {
  const view = {
    name: 'A & B = 50 %',
    search: viewSearchOf(parseMonitorsUrl(new URLSearchParams('q=a%26b&type=-tcp'))),
  };
  const link = new URL(linkOf(view, 'https://sight.example'));
  expect(link.pathname).toBe('/monitors');
  const url = parseMonitorsUrl(link.searchParams);
  expect(url.view).toBe(view.name);
  expect(viewSearchOf(url)).toBe(view.search);
});

const teamView = { name: 'x', description: null, query: '', default: false, public: false };

test('a views file has the names of all columns, in their order', () => {
  expect(columnNames).toEqual(monitorColumns.map(({ id }) => id));
});

// lib/server/views/parse-views-file.test.ts tests that such a file is valid.
test('exported views have their filters, order, groups, page size and columns', () => {
  const search = 'q=a+%22b%22&type=https&type=-tcp&group=name&sort=name&order=desc&per_page=50';
  const columns = ['name', 'last_24h', '-type', 'condition'];
  const exported = JSON.parse(
    viewsFileOf([
      { name: 'Everything', search: '' },
      { name: 'A & B', search },
      { name: 'Columns', search: 'condition=down', columns },
    ]),
  );
  expect(exported).toEqual({
    views: [
      { name: 'Everything', filters: {} },
      {
        name: 'A & B',
        filters: { q: 'a "b"', type: ['https', '-tcp'] },
        group: 'name',
        sort: 'name',
        order: 'desc',
        per_page: '50',
      },
      { name: 'Columns', filters: { condition: 'down' }, columns: ['name', 'last_24h', 'condition'] },
    ],
  });
  expect(savedViewOf({ ...teamView, columns: exported.views[2].columns }).columns).toEqual(
    exported.views[2].columns,
  );
});
