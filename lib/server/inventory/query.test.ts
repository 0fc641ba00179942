import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filtersOf } from '../../contract/inventory-query.ts';
import { arbitraryMonitors, arbitraryQuery } from './arbitrary-monitors.fixtures.ts';
import { buildIndex } from './inventory-index.ts';
import { naiveFacets, naiveMatches, naiveSort, snapshotOf } from './naive-inventory.fixtures.ts';
import { allMatches, runQuery } from './query.ts';

const indexOf = (monitors: Parameters<typeof snapshotOf>[0]) => buildIndex(snapshotOf(monitors), null);

test('all matches are what the plain rules say, in their order', () => {
  fc.assert(
    fc.property(arbitraryMonitors, arbitraryQuery, (monitors, query) => {
      const matching = monitors.filter((monitor) => naiveMatches(monitor, filtersOf(query)));
      const expected = naiveSort(matching, query.sort, query.order ?? 'asc');
      expect([...allMatches(indexOf(monitors), query)]).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

test('the pages hold every match exactly once, in order, and each page says how many there are', () => {
  fc.assert(
    fc.property(arbitraryMonitors, arbitraryQuery, (monitors, query) => {
      const index = indexOf(monitors);
      const all = [...allMatches(index, query)];
      const pages = Array.from({ length: Math.ceil(all.length / query.per_page) }, (_, n) =>
        runQuery(index, { ...query, page: n + 1 }),
      );
      expect(pages.flatMap(({ rows }) => rows)).toEqual(all);
      for (const { rows, total } of pages) {
        expect(total).toBe(all.length);
        expect(rows.length).toBeLessThanOrEqual(query.per_page);
      }
      const past = runQuery(index, { ...query, page: pages.length + 1 });
      expect(past).toMatchObject({ rows: [], total: all.length });
    }),
    { numRuns: 500 },
  );
});

test('facets are counted under all filters but their own', () => {
  fc.assert(
    fc.property(arbitraryMonitors, arbitraryQuery, (monitors, query) => {
      const { facets } = runQuery(indexOf(monitors), { ...query, facets: true });
      const pairs = Object.entries(facets ?? {}).map(([name, counts]) => [
        name,
        Object.entries(counts).sort(),
      ]);
      expect(Object.fromEntries(pairs)).toEqual(Object.fromEntries(naiveFacets(monitors, filtersOf(query))));
    }),
    { numRuns: 1000 },
  );
});

test('facets are counted only when asked for', () => {
  fc.assert(
    fc.property(arbitraryMonitors, arbitraryQuery, (monitors, query) => {
      expect('facets' in runQuery(indexOf(monitors), query)).toBe(query.facets);
    }),
  );
});
