import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Absence, absenteesOf, oneMoreAbsence } from './absences.ts';
import { uuidOf } from './arbitrary-monitors.fixtures.ts';

/** After how many of these crawls without it a monitor is gone; null: it is still kept. */
function goneAfter(crawls: readonly boolean[]): number | null {
  let absence: Absence | undefined;
  for (const [index, complete] of crawls.entries()) {
    const next = oneMoreAbsence(absence, complete);
    if (!next) return index + 1;
    absence = next;
  }
  return null;
}

test('row 26: a monitor is gone after two complete crawls without it', () => {
  expect(goneAfter([true])).toBe(null);
  expect(goneAfter([true, true])).toBe(2);
  expect(goneAfter([false, true, false, false, true])).toBe(5);
});

test('row 26: a monitor is gone after ten crawls without it whatever they were', () => {
  expect(goneAfter(Array(9).fill(false))).toBe(null);
  expect(goneAfter(Array(20).fill(false))).toBe(10);
});

test('gone comes at the second complete or the tenth crawl, whichever is first', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 10, maxLength: 20 }), (crawls) => {
      const first = crawls.indexOf(true);
      const second = first < 0 ? -1 : crawls.indexOf(true, first + 1);
      expect(goneAfter(crawls)).toBe(second < 0 ? 10 : Math.min(10, second + 1));
    }),
  );
});

test('those that were seen are not absent, and the others stay as they were', () => {
  const monitors = [0, 1, 2].map((n) => ({ monitor_uuid: uuidOf(n) }));
  const absences = new Map([
    [uuidOf(0), { complete: 1, any: 9 }],
    [uuidOf(1), { complete: 0, any: 3 }],
  ]);
  const { kept, absences: after } = absenteesOf({ monitors, absences }, new Set([uuidOf(0)]), true);
  expect(kept).toEqual([monitors[1], monitors[2]]);
  expect(kept[0]).toBe(monitors[1]);
  expect([...after]).toEqual([
    [uuidOf(1), { complete: 1, any: 4 }],
    [uuidOf(2), { complete: 1, any: 1 }],
  ]);
});
