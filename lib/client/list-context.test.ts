import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListContext, parseListContext, placeIn, withPage, withShownPage } from './list-context';

const list = Array.from({ length: 23 }, (_, n) => `m${n}`);
const perPage = 5;
const pageRows = (number: number) => list.slice((number - 1) * perPage, number * perPage);

function onPage(number: number): ListContext {
  const from = (number - 1) * perPage;
  const rows = pageRows(number);
  return {
    search: '',
    perPage,
    total: list.length,
    from,
    to: from + rows.length,
    rows,
    opened: null,
    lastShown: null,
    scrollY: 0,
  };
}

test('within the page both neighbours are known', () => {
  expect(placeIn(onPage(2), 'm6')).toEqual({ position: 7, previous: 'm5', next: 'm7', missingPage: null });
  expect(placeIn(onPage(2), 'elsewhere')).toBeNull();
});

test('at the borders of a page the adjacent page is missing, at the ends of the list none is', () => {
  expect(placeIn(onPage(2), 'm5')).toMatchObject({ previous: null, missingPage: 1 });
  expect(placeIn(onPage(2), 'm9')).toMatchObject({ next: null, missingPage: 3 });
  expect(placeIn(onPage(1), 'm0')).toMatchObject({ previous: null, missingPage: null });
  expect(placeIn(onPage(5), 'm22')).toMatchObject({ next: null, missingPage: null });
});

test('steps from any monitor reach all monitors after it, and all before it', () => {
  fc.assert(
    fc.property(fc.nat(list.length - 1), fc.constantFrom('next' as const, 'previous' as const), (n, way) => {
      let listContext = onPage(Math.floor(n / perPage) + 1);
      const met: string[] = [];
      for (let at: string | null = `m${n}`; at !== null; ) {
        met.push(at);
        const missing = placeIn(listContext, at)?.missingPage ?? null;
        if (missing !== null)
          listContext = withPage(listContext, { number: missing, rows: pageRows(missing) });
        at = placeIn(listContext, at)?.[way] ?? null;
      }
      expect(met).toEqual(way === 'next' ? list.slice(n) : list.slice(0, n + 1).reverse());
    }),
  );
});

test('monitors that moved meanwhile are visited once, and the steps continue after them', () => {
  const moved = withPage(onPage(1), { number: 2, rows: ['m3', 'm4', 'm0', 'm1', 'm2'] });
  expect(placeIn(moved, 'm4')).toMatchObject({ next: null, missingPage: 3 });
  const further = withPage(moved, { number: 3, rows: pageRows(3) });
  expect(placeIn(further, 'm4')).toMatchObject({ next: 'm10', position: 5 });
});

const shown = (number: number, rows = pageRows(number)) => ({
  search: '',
  perPage,
  total: list.length,
  from: (number - 1) * perPage,
  rows,
});

test('back on the page of the list, rows that steps have loaded around it are kept', () => {
  const walked = withPage(onPage(2), { number: 3, rows: pageRows(3) });
  const back = withShownPage({ ...walked, opened: 'm9', lastShown: 'm12', scrollY: 70 }, shown(2));
  expect(back).toEqual({ ...walked, scrollY: 70 });
  expect(placeIn(back, 'm12')).toMatchObject({ position: 13, previous: 'm11' });
  expect(withShownPage(withPage(onPage(2), { number: 1, rows: pageRows(1) }), shown(2)).rows).toEqual(
    list.slice(0, 10),
  );
});

test('for another list, or one whose length changed, only the shown page is kept', () => {
  const walked = withPage(onPage(2), { number: 3, rows: pageRows(3) });
  expect(withShownPage(walked, shown(4))).toEqual(onPage(4));
  expect(withShownPage({ ...walked, search: 'q=a' }, shown(2))).toEqual(onPage(2));
  expect(withShownPage(walked, { ...shown(2), total: 12 })).toEqual({ ...onPage(2), total: 12 });
  expect(withShownPage(null, shown(2))).toEqual(onPage(2));
});

test('a monitor that has moved onto the shown page is kept there only', () => {
  const walked = withPage(onPage(2), { number: 3, rows: pageRows(3) });
  const back = withShownPage(walked, shown(2, ['m5', 'm11', 'm6', 'm7', 'm8']));
  expect(back.rows).toEqual(['m5', 'm11', 'm6', 'm7', 'm8', 'm10', 'm12', 'm13', 'm14']);
  // The number of rows no longer matches `from` and `to`, so only the shown page is kept.
  expect(withShownPage(back, shown(2))).toEqual(onPage(2));
});

test('a list that has become shorter ends', () => {
  const ended = withPage(onPage(1), { number: 2, rows: [] });
  expect(placeIn(ended, 'm4')).toEqual({ position: 5, previous: 'm3', next: null, missingPage: null });
});

test('a stored context is parsed, a damaged one is ignored', () => {
  expect(parseListContext(JSON.stringify(onPage(2)))).toEqual(onPage(2));
  for (const text of [null, '', '{', '[]', '{"search":1}', JSON.stringify({ ...onPage(1), from: -1 })]) {
    expect(parseListContext(text)).toBeNull();
  }
});
