import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultInventoryQuery, filtersOf, readInventoryQuery } from '../../../contract/inventory-query.ts';
import { parseSearch } from '../../../contract/search/parse-search.ts';
import { generated } from '../../../testing/property-runs.ts';
import { aMonitor, arbitraryTarget, monitorsWithSettings } from '../snapshot/arbitrary-monitors.fixtures.ts';
import { arbitraryQuery, hostileText, languageSearch } from './arbitrary-queries.fixtures.ts';
import { buildIndex, type InventoryIndex } from './inventory-index.ts';
import { naiveFacets, naiveMatches, naiveSort, snapshotOf } from './naive-inventory.fixtures.ts';
import { allMatches, runQuery } from './query.ts';
import { createSorter } from './sorting.ts';

const indexOf = (monitors: Parameters<typeof snapshotOf>[0]) => buildIndex(snapshotOf(monitors));

test('all matches equal those of the simple implementation, in order', () => {
  fc.assert(
    fc.property(monitorsWithSettings, arbitraryQuery, (monitors, query) => {
      const matching = monitors.filter((monitor) => naiveMatches(monitor, filtersOf(query), monitors));
      const expected = naiveSort(matching, query.sort, query.order ?? 'asc', query.q);
      expect([...allMatches(indexOf(monitors), query)]).toEqual(expected);
    }),
    { numRuns: generated(500) },
  );
});

test('words with fields, negations, alternatives and phrases find what the simple implementation finds, in order', () => {
  const count = { found: 0, missed: 0 };
  fc.assert(
    fc.property(monitorsWithSettings, languageSearch, (monitors, q) => {
      const matching = monitors.filter((monitor) => naiveMatches(monitor, { q }, monitors));
      const query = { ...defaultInventoryQuery, q, sort: 'relevance', order: 'asc' } as const;
      expect([...allMatches(indexOf(monitors), query)]).toEqual(naiveSort(matching, 'relevance', 'asc', q));
      count.found += matching.length;
      count.missed += monitors.length - matching.length;
    }),
    { numRuns: generated(2000) },
  );
  expect(Math.min(count.found, count.missed)).toBeGreaterThan(generated(1000));
});

test.each([
  ['is:down', 'condition=down'],
  ['-is:down', 'condition=-down'],
  ['is:active', 'is_active=true'],
  ['-is:active', 'is_active=false'],
  ['is:maintenance', 'maintenance_mode=true'],
  ['-is:flapping', 'flapping=false'],
  ['type:tcp OR type:http', 'type=tcp&type=http'],
  ['-type:__proto__', 'type=-__proto__'],
  ['region:eu-west OR region:[ -region:us-east', 'region=eu-west&region=[&region=-us-east'],
  ['method:GET', 'http_method=GET'],
  ['-method:GET', 'http_method=-GET'],
  ['method:unknown OR method:default', 'http_method=unknown&http_method=default'],
  ['code:200 -code:204', 'expected_status_codes=200&expected_status_codes=-204'],
  ['-code:none', 'expected_status_codes=-none'],
  ['-redirects:true', 'follow_redirects=-true'],
  ['timeout:5s', 'timeout_ms=5000'],
  ['-timeout:default', 'timeout_ms=-default'],
])('%s finds the same as the filter %s', (q, filter) => {
  fc.assert(
    fc.property(monitorsWithSettings, (monitors) => {
      const index = indexOf(monitors);
      const { query } = readInventoryQuery(new URLSearchParams(filter));
      expect(allMatches(index, { ...defaultInventoryQuery, q })).toEqual(allMatches(index, query));
    }),
  );
});

test('the pages contain every match exactly once, in order, and each page has the total', () => {
  fc.assert(
    fc.property(monitorsWithSettings, arbitraryQuery, (monitors, query) => {
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
    { numRuns: generated(500) },
  );
});

test('facets are counted under all filters except their own', () => {
  fc.assert(
    fc.property(monitorsWithSettings, arbitraryQuery, (monitors, query) => {
      const { facets } = runQuery(indexOf(monitors), { ...query, facets: true });
      const pairs = Object.entries(facets ?? {}).map(([name, counts]) => [
        name,
        Object.entries(counts).sort(),
      ]);
      expect(Object.fromEntries(pairs)).toEqual(Object.fromEntries(naiveFacets(monitors, filtersOf(query))));
    }),
    { numRuns: generated(200) },
  );
});

test('facets are counted only when requested', () => {
  fc.assert(
    fc.property(monitorsWithSettings, arbitraryQuery, (monitors, query) => {
      expect('facets' in runQuery(indexOf(monitors), query)).toBe(query.facets);
    }),
  );
});

/** Characters with a special meaning in regular expressions, globs, SQL or JavaScript, or with a special folding. */
const specialCharacters = [...'.*+?^$|()[]{}\\/%_#&=\'"<>:;,-aA1 éÉßİıσςΣ監\u0301\u200b'];
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...specialCharacters), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  // Slow for backtracking implementations.
  fc.constantFrom('(a+)+$', '(.*)*x', `${'a'.repeat(40)}!`, '[^]*', '\\', '%'.repeat(30), '__proto__'),
);
/** Monitors with such texts, and a search for parts of these texts and for other texts. */
const hostileSearch = fc
  .array(fc.record({ name: anyText, target: anyText, regions: fc.array(anyText, { maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .chain((texts) => {
    const values = texts.flatMap(({ name, target, regions }) => [name, target, ...regions]);
    const part = fc
      .tuple(fc.constantFrom(...values), fc.nat(12), fc.nat(12))
      .map(([text, from, to]) => text.slice(Math.min(from, to), Math.max(from, to)));
    const words = fc.array(fc.oneof({ weight: 3, arbitrary: part }, anyText), { minLength: 1, maxLength: 3 });
    return fc.tuple(fc.constant(texts.map((text, n) => aMonitor(n, text))), words);
  });

test('row 43: a search finds the monitors that literally contain each of its words, with any characters', () => {
  const count = { found: 0, missed: 0 };
  fc.assert(
    fc.property(hostileSearch, ([monitors, words]) => {
      const parsed = readInventoryQuery(new URLSearchParams({ q: words.join(' ') }));
      const { q = '' } = parsed.query;
      fc.pre(parseSearch(q).problem === null);
      const matching = monitors.filter((monitor) => naiveMatches(monitor, { q }, monitors));
      const expected = naiveSort(matching, undefined, 'asc');
      const { rows, total } = runQuery(indexOf(monitors), { ...defaultInventoryQuery, per_page: 100, q });
      expect(rows).toEqual(expected);
      expect(total).toBe(expected.length);
      if (q === '') return;
      count.found += expected.length;
      count.missed += monitors.length - expected.length;
    }),
    { numRuns: generated(500) },
  );
  // Ensures that both matches and non-matches were tested.
  expect(count.found).toBeGreaterThan(generated(150));
  expect(count.missed).toBeGreaterThan(generated(150));
});

/** Monitors with targets of all kinds, and a search that a query may have. */
const addressSearch = fc.tuple(
  fc
    .array(arbitraryTarget, { minLength: 1, maxLength: 8 })
    .map((targets) => targets.map((target, n) => aMonitor(n, { name: `m${n}`, ...target }))),
  // Usually a word or two, because more are rarely found together.
  fc
    .tuple(hostileText, fc.constantFrom(1, 1, 2, 40))
    .map(([text, most]) => text.split(' ').slice(0, most).join(' ')),
);

test('row 90: any text of 100 characters, also addresses and networks, finds what the simple implementation finds', () => {
  const count = { found: 0, missed: 0 };
  fc.assert(
    fc.property(addressSearch, ([monitors, text]) => {
      const parsed = readInventoryQuery(new URLSearchParams({ q: text, sort: 'relevance' }));
      expect(parsed.problems, text).toEqual([]);
      const { q = '' } = parsed.query;
      fc.pre(parseSearch(q).problem === null);
      const matching = monitors.filter((monitor) => naiveMatches(monitor, { q }, monitors));
      const { rows } = runQuery(indexOf(monitors), parsed.query);
      expect(new Set(rows)).toEqual(new Set(matching));
      if (q === '') return;
      count.found += matching.length;
      count.missed += monitors.length - matching.length;
    }),
    { numRuns: generated(1000) },
  );
  expect(count.found).toBeGreaterThan(generated(150));
  expect(count.missed).toBeGreaterThan(generated(150));
});

/** Returns the index, and counts how often the prepared fields of its monitors are read. */
function countingReads(index: InventoryIndex) {
  const reads = { searchText: 0, address: 0 };
  const rows = index.rows.map(({ searchText, address, ...rest }) => ({
    ...rest,
    get searchText() {
      reads.searchText += 1;
      return searchText;
    },
    get address() {
      reads.address += 1;
      return address;
    },
  }));
  return { index: { ...index, rows, ordering: createSorter(rows) }, reads };
}

test('row 90: a search parses no target, and for each word it reads the prepared fields of a monitor only a few times', () => {
  let targetReads = 0;
  const counted = (n: number, changes: Parameters<typeof aMonitor>[1]) => {
    const { target, ...monitor } = aMonitor(n, changes);
    return {
      ...monitor,
      get target() {
        targetReads += 1;
        return target;
      },
    };
  };
  // The address twice, and the text twice.
  const READS_MAX = 4;
  fc.assert(
    fc.property(fc.array(arbitraryTarget, { minLength: 1, maxLength: 8 }), hostileText, (targets, q) => {
      fc.pre(parseSearch(q).problem === null);
      const index = indexOf(targets.map((target, n) => counted(n, target)));
      const { index: counting, reads } = countingReads(index);
      targetReads = 0;
      const type = ['https'];
      runQuery(counting, { ...defaultInventoryQuery, q, type });
      expect(targetReads).toBe(0);
      const words = q.split(/\s+/).length;
      expect(reads.searchText + reads.address).toBeLessThanOrEqual(READS_MAX * words * targets.length);
    }),
    { numRuns: generated(300) },
  );
});

test('row 90: a search without hits is not repeated', () => {
  const index = indexOf([1, 2, 3].map((n) => aMonitor(n)));
  const readsOf = (q: string) => {
    const { index: counting, reads } = countingReads(index);
    runQuery(counting, { ...defaultInventoryQuery, q });
    return reads.address;
  };
  expect(readsOf('absent')).toBe(0);
  expect(readsOf('https://absent.example/')).toBe(0);
  expect(readsOf('192.0.2.0/24')).toBe(3);
  expect(readsOf('https://absent.example/path')).toBe(0);
});
