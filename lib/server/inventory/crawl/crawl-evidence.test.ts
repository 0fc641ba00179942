import { expect, test } from 'vitest';
import type { WirePage } from '../../upstream/schema';
import { monitor, monitors, NOON, pageOf } from './crawl.fixtures';
import { isProvenComplete } from './crawl-evidence';

type Monitor = WirePage['monitors'][number];

const perPage = 2;
const [a, b, c, d, e] = five(monitors(5));
const newcomer = monitor(900, NOON);

/** Page `page` of `list`, newest first, as it is at that moment. */
const at = (list: Monitor[], page: number): WirePage => pageOf(list, { page, perPage });
const proven = (...pages: WirePage[]) => isProvenComplete(pages);
function five(list: Monitor[]): [Monitor, Monitor, Monitor, Monitor, Monitor] {
  const [v, w, x, y, z] = list;
  if (!v || !w || !x || !y || !z) throw new Error('not five');
  return [v, w, x, y, z];
}

test('all pages of an unchanged list prove it complete; without one of them they do not', () => {
  const list = [a, b, c, d, e];
  expect(proven(at(list, 1), at(list, 2), at(list, 3))).toBe(true);
  expect(proven(at(list, 1), at(list, 2))).toBe(false);
});

test('an empty list is complete', () => {
  expect(proven(at([], 1))).toBe(true);
});

test('a list that shrinks between two reads is not proven complete, even if the rows read match its last total', () => {
  const [before, after] = [
    [a, b, c, d, e],
    [b, c, d, e],
  ];
  expect(proven(at(before, 1), at(after, 2))).toBe(false);
});

test('a deletion on the last page skips no row, but looks like one on an earlier page: not proven complete', () => {
  expect(proven(at([a, b, c, d], 1), at([a, b, c], 2))).toBe(false);
});

test('additions between the pages lose no row that was there at the start', () => {
  const longer = [newcomer, a, b, c, d, e];
  expect(proven(at([a, b, c, d, e], 1), at(longer, 2), at(longer, 3))).toBe(true);
});

test('row 24: a total that contradicts the rows is not trusted', () => {
  const lie = (page: WirePage, total: number): WirePage => ({
    ...page,
    pagination: { ...page.pagination, total },
  });
  const [before, after] = [
    [a, b, c, d],
    [b, c, d],
  ];
  // a was deleted, c was skipped, and the total is outdated.
  expect(proven(at(before, 1), lie(at(after, 2), 4))).toBe(false);
  // The last page has more rows than the total implies, or fewer.
  expect(proven(lie(at(before, 1), 3), lie(at(before, 2), 3))).toBe(false);
  expect(proven(lie(at(after, 1), 4), lie(at(after, 2), 4))).toBe(false);
  // The same page is repeated, full and consistent in itself.
  expect(proven(at(before, 1), at(before, 1))).toBe(false);
});
