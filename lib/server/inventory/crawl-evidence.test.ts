import { expect, test } from 'vitest';
import type { Reading } from '../reading';
import type { WirePage } from '../upstream/schema';
import { monitor, monitors, NOON, pageOf, readingOf } from './crawl.fixtures';
import { isProvenComplete } from './crawl-evidence';

type Monitor = WirePage['monitors'][number];

const perPage = 2;
const [a, b, c, d, e] = five(monitors(5));
const newcomer = monitor(900, NOON);

/** Page `page` of the list at one moment. */
function at(list: Monitor[], page: number, malformed?: Monitor): Reading<WirePage> {
  return readingOf(pageOf(list, { page, perPage, isMalformed: (row) => row === malformed }));
}
function sequentially(first: Reading<WirePage>, ...later: Reading<WirePage>[]): boolean {
  return isProvenComplete({ first, later, sequential: true });
}
function concurrently(first: Reading<WirePage>, ...later: Reading<WirePage>[]): boolean {
  return isProvenComplete({ first, later, sequential: false });
}
function five(list: Monitor[]): [Monitor, Monitor, Monitor, Monitor, Monitor] {
  const [v, w, x, y, z] = list;
  if (!v || !w || !x || !y || !z) throw new Error('not five');
  return [v, w, x, y, z];
}

test('an unchanged list is complete with its pages in any order', () => {
  const list = [a, b, c, d, e];
  expect(sequentially(at(list, 1), at(list, 2), at(list, 3))).toBe(true);
  expect(concurrently(at(list, 1), at(list, 3), at(list, 2))).toBe(true);
  expect(concurrently(at(list, 1), at(list, 3))).toBe(false);
  expect(sequentially(at(list, 1), at(list, 2))).toBe(false);
});

test('an empty list is complete', () => {
  expect(sequentially(at([], 1))).toBe(true);
  expect(concurrently(at([], 1))).toBe(true);
});

test('after a deletion a row may be skipped, although the rows and the last total agree', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [b, c, d, e],
  ];
  expect(sequentially(at(before, 1), at(after, 2))).toBe(false);
  expect(concurrently(at(before, 1), at(after, 2))).toBe(false);
});

test('a deletion on the last page cannot be distinguished from such a deletion', () => {
  expect(sequentially(at([a, b, c, d], 1), at([a, b, c], 2))).toBe(false);
});

test('additions between pages that are read sequentially lose no row', () => {
  const longer = [newcomer, a, b, c, d, e];
  expect(sequentially(at([a, b, c, d, e], 1), at(longer, 2), at(longer, 3))).toBe(true);
});

test('an addition between pages that are read in another order may lose a row', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [newcomer, a, b, c, d, e],
  ];
  // d is on page 2 when page 3 is read, and on page 3 when page 2 is read.
  expect(concurrently(at(before, 1), at(before, 3), at(after, 2))).toBe(false);
  expect(concurrently(at(before, 1), at(before, 2), at(after, 3))).toBe(true);
});

test('a malformed row that was read twice does not compensate for a lost row', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [newcomer, a, b, c, d],
  ];
  // b is malformed and on pages 1 and 2; d moved from page 3 to page 2 and back; every total is 5.
  expect(concurrently(at(before, 1, b), at(before, 3), at(after, 2, b))).toBe(false);
});

test('a new monitor that was read does not compensate for a lost row', () => {
  const two = [monitor(901, NOON), monitor(902, NOON)];
  const after = [newcomer, ...two, a, b];
  expect(concurrently(at([a, b, c, d], 1), at(after, 2), at(after, 3))).toBe(false);
});

test('a row as old as the newest row of page 1 may be new, unless that row is more than a minute old', () => {
  const createdTogether = (age: number) => five([1, 2, 3, 4, 5].map((n) => monitor(n, NOON - age)));
  const pages = (list: Monitor[]) => [at(list, 2), at(list, 3)];
  const fresh = createdTogether(60_000);
  expect(concurrently(at(fresh, 1), ...pages(fresh))).toBe(false);
  const settled = createdTogether(60_001);
  expect(concurrently(at(settled, 1), ...pages(settled))).toBe(true);
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
  expect(sequentially(at(before, 1), lie(at(after, 2), 4))).toBe(false);
  // The last page has fewer or more rows than the total implies.
  expect(sequentially(lie(at(before, 1), 3), lie(at(before, 2), 3))).toBe(false);
  expect(sequentially(lie(at(after, 1), 4), lie(at(after, 2), 4))).toBe(false);
  // The same page is repeated, full and consistent in itself.
  expect(sequentially(at(before, 1), { ...at(before, 1) })).toBe(false);
});
