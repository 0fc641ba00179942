import { expect, test } from 'vitest';
import type { Reading } from '../../upstream/reading';
import type { WirePage } from '../../upstream/schema';
import { monitor, monitors, NOON, pageOf, readingOf } from './crawl.fixtures';
import { isProvenComplete } from './crawl-evidence';

type Monitor = WirePage['monitors'][number];

const perPage = 2;
const [a, b, c, d, e] = five(monitors(5));
const newcomer = monitor(900, NOON);

/** A reading of page `page` of `list`, newest first, as it is at that moment. The row `malformed` is reported as such. */
function at(list: Monitor[], page: number, malformed?: Monitor): Reading<WirePage> {
  return readingOf(pageOf(list, { page, perPage, isMalformed: (row) => row === malformed }));
}
function provenBySequentialReads(first: Reading<WirePage>, ...later: Reading<WirePage>[]): boolean {
  return isProvenComplete({ first, later, sequential: true });
}
function provenByConcurrentReads(first: Reading<WirePage>, ...later: Reading<WirePage>[]): boolean {
  return isProvenComplete({ first, later, sequential: false });
}
function five(list: Monitor[]): [Monitor, Monitor, Monitor, Monitor, Monitor] {
  const [v, w, x, y, z] = list;
  if (!v || !w || !x || !y || !z) throw new Error('not five');
  return [v, w, x, y, z];
}

test('all pages of an unchanged list prove it complete in any order; without one of them they do not', () => {
  const list = [a, b, c, d, e];
  expect(provenBySequentialReads(at(list, 1), at(list, 2), at(list, 3))).toBe(true);
  expect(provenByConcurrentReads(at(list, 1), at(list, 3), at(list, 2))).toBe(true);
  expect(provenByConcurrentReads(at(list, 1), at(list, 3))).toBe(false);
  expect(provenBySequentialReads(at(list, 1), at(list, 2))).toBe(false);
});

test('an empty list is complete', () => {
  expect(provenBySequentialReads(at([], 1))).toBe(true);
  expect(provenByConcurrentReads(at([], 1))).toBe(true);
});

test('a list that shrinks between two reads is not proven complete, even if the rows read match its last total', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [b, c, d, e],
  ];
  expect(provenBySequentialReads(at(before, 1), at(after, 2))).toBe(false);
  expect(provenByConcurrentReads(at(before, 1), at(after, 2))).toBe(false);
});

test('a deletion on the last page skips no row, but looks like one on an earlier page: not proven complete', () => {
  expect(provenBySequentialReads(at([a, b, c, d], 1), at([a, b, c], 2))).toBe(false);
});

test('additions between sequential reads lose no row that was there at the start', () => {
  const longer = [newcomer, a, b, c, d, e];
  expect(provenBySequentialReads(at([a, b, c, d, e], 1), at(longer, 2), at(longer, 3))).toBe(true);
});

test('an addition between concurrent reads loses a row if a later page was read before an earlier one, else none', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [newcomer, a, b, c, d, e],
  ];
  // d is on page 2 when page 3 is read, and on page 3 when page 2 is read, so it is never read.
  expect(provenByConcurrentReads(at(before, 1), at(before, 3), at(after, 2))).toBe(false);
  expect(provenByConcurrentReads(at(before, 1), at(before, 2), at(after, 3))).toBe(true);
});

test('a malformed row that was read twice does not compensate for a lost row', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [newcomer, a, b, c, d],
  ];
  // b is malformed and is read on pages 1 and 2. e was deleted. The addition moved d from page 2 to page 3 after page 3 was
  // read, so d is never read. Every total is 5.
  expect(provenByConcurrentReads(at(before, 1, b), at(before, 3), at(after, 2, b))).toBe(false);
});

test('a new monitor that was read does not compensate for a lost row', () => {
  // c and d were deleted and three monitors added. The rows read are a, b and 902, which was not there at the start.
  const two = [monitor(901, NOON), monitor(902, NOON)];
  const after = [newcomer, ...two, a, b];
  expect(provenByConcurrentReads(at([a, b, c, d], 1), at(after, 2), at(after, 3))).toBe(false);
});

test('a row created at the same time as the newest of page 1 may have been added since, unless that was over a minute ago', () => {
  const createdTogether = (age: number) => five([1, 2, 3, 4, 5].map((n) => monitor(n, NOON - age)));
  const pages = (list: Monitor[]) => [at(list, 2), at(list, 3)];
  const fresh = createdTogether(60_000);
  expect(provenByConcurrentReads(at(fresh, 1), ...pages(fresh))).toBe(false);
  const settled = createdTogether(60_001);
  expect(provenByConcurrentReads(at(settled, 1), ...pages(settled))).toBe(true);
});

test('row 24: a total that contradicts the rows is not trusted', () => {
  const lie = (reading: Reading<WirePage>, total: number): Reading<WirePage> => ({
    ...reading,
    value: { ...reading.value, pagination: { ...reading.value.pagination, total } },
  });
  const [before, after] = [
    [a, b, c, d],
    [b, c, d],
  ];
  // a was deleted, c was skipped, and the total is outdated.
  expect(provenBySequentialReads(at(before, 1), lie(at(after, 2), 4))).toBe(false);
  // The last page has more rows than the total implies, or fewer.
  expect(provenBySequentialReads(lie(at(before, 1), 3), lie(at(before, 2), 3))).toBe(false);
  expect(provenBySequentialReads(lie(at(after, 1), 4), lie(at(after, 2), 4))).toBe(false);
  // The same page is repeated, full and consistent in itself.
  expect(provenBySequentialReads(at(before, 1), { ...at(before, 1) })).toBe(false);
});
