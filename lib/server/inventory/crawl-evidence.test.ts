import { expect, test } from 'vitest';
import type { Reading } from '../reading';
import type { WirePage } from '../upstream/schema';
import { monitor, monitors, NOON, pageOf, readingOf } from './crawl.fixtures';
import { lostNothing } from './crawl-evidence';

type Monitor = WirePage['monitors'][number];

const perPage = 2;
const [a, b, c, d, e] = five(monitors(5));
const newcomer = monitor(900, NOON);

/** Page `page` of the list as it is at one moment. */
function at(list: Monitor[], page: number, malformed?: Monitor): Reading<WirePage> {
  return readingOf(pageOf(list, { page, perPage, isMalformed: (row) => row === malformed }));
}
function inSequence(first: Reading<WirePage>, ...later: Reading<WirePage>[]): boolean {
  return lostNothing({ first, later, oneAtATime: true });
}
function sideBySide(first: Reading<WirePage>, ...later: Reading<WirePage>[]): boolean {
  return lostNothing({ first, later, oneAtATime: false });
}
function five(list: Monitor[]): [Monitor, Monitor, Monitor, Monitor, Monitor] {
  const [v, w, x, y, z] = list;
  if (!v || !w || !x || !y || !z) throw new Error('not five');
  return [v, w, x, y, z];
}

test('a list that does not change, in whatever order its pages come', () => {
  const list = [a, b, c, d, e];
  expect(inSequence(at(list, 1), at(list, 2), at(list, 3))).toBe(true);
  expect(sideBySide(at(list, 1), at(list, 3), at(list, 2))).toBe(true);
  expect(sideBySide(at(list, 1), at(list, 3))).toBe(false);
  expect(inSequence(at(list, 1), at(list, 2))).toBe(false);
});

test('an empty list', () => {
  expect(inSequence(at([], 1))).toBe(true);
  expect(sideBySide(at([], 1))).toBe(true);
});

test('a deletion lets a row slide past, although rows and the last total agree', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [b, c, d, e],
  ];
  expect(inSequence(at(before, 1), at(after, 2))).toBe(false);
  expect(sideBySide(at(before, 1), at(after, 2))).toBe(false);
});

test('a deletion on the last page cannot be told from that', () => {
  expect(inSequence(at([a, b, c, d], 1), at([a, b, c], 2))).toBe(false);
});

test('additions between pages read one at a time lose nothing', () => {
  const longer = [newcomer, a, b, c, d, e];
  expect(inSequence(at([a, b, c, d, e], 1), at(longer, 2), at(longer, 3))).toBe(true);
});

test('an addition between pages read in another order can lose a row', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [newcomer, a, b, c, d, e],
  ];
  // d is on page 2 when page 3 is read, and on page 3 when page 2 is.
  expect(sideBySide(at(before, 1), at(before, 3), at(after, 2))).toBe(false);
  expect(sideBySide(at(before, 1), at(before, 2), at(after, 3))).toBe(true);
});

test('a malformed row met twice does not stand for one that was lost', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [newcomer, a, b, c, d],
  ];
  // b is malformed and on pages 1 and 2; d slid from page 3 to 2 and back again; every total is 5.
  expect(sideBySide(at(before, 1, b), at(before, 3), at(after, 2, b))).toBe(false);
});

test('a newcomer that was read does not stand for one that was lost', () => {
  const two = [monitor(901, NOON), monitor(902, NOON)];
  const after = [newcomer, ...two, a, b];
  expect(sideBySide(at([a, b, c, d], 1), at(after, 2), at(after, 3))).toBe(false);
});

test('a row as old as the newest of page 1 might be a newcomer, unless that one is a minute old', () => {
  const atOnce = (age: number) => five([1, 2, 3, 4, 5].map((n) => monitor(n, NOON - age)));
  const pages = (list: Monitor[]) => [at(list, 2), at(list, 3)];
  const fresh = atOnce(60_000);
  expect(sideBySide(at(fresh, 1), ...pages(fresh))).toBe(false);
  const settled = atOnce(60_001);
  expect(sideBySide(at(settled, 1), ...pages(settled))).toBe(true);
});

test('row 24: a total that never moves is not believed against the rows', () => {
  const lie = (reading: Reading<WirePage>, total: number): Reading<WirePage> => ({
    ...reading,
    value: { ...reading.value, pagination: { ...reading.value.pagination, total } },
  });
  const [before, after] = [
    [a, b, c, d],
    [b, c, d],
  ];
  // The list has lost a; c slid past; the total is an old one.
  expect(inSequence(at(before, 1), lie(at(after, 2), 4))).toBe(false);
  // The last page holds less, or more, than the total leaves for it.
  expect(inSequence(lie(at(before, 1), 3), lie(at(before, 2), 3))).toBe(false);
  expect(inSequence(lie(at(after, 1), 4), lie(at(after, 2), 4))).toBe(false);
  // The same page again and again, full and consistent in itself.
  expect(inSequence(at(before, 1), { ...at(before, 1) })).toBe(false);
});
