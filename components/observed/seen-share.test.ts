import { expect, test } from 'vitest';
import { changeOf, historyOf, isoAt, noon, QUARTER_MS, slotOf } from './observed.fixtures';
import { seenShare } from './seen-share';

const slots = [slotOf(4), slotOf(3), slotOf(2), slotOf(1)];

test('the share is the number of seen checks divided by the number that the interval predicts', () => {
  expect(seenShare(historyOf(slots), 60)).toBe(1);
  expect(seenShare(historyOf(slots), 30)).toBe(0.5);
  expect(seenShare(historyOf(slots), 90), 'more were seen than expected').toBe(1);
});

test('only the time with crawls counts', () => {
  const began = historyOf(slots, { observed_from: isoAt(noon - 2.5 * QUARTER_MS) });
  expect(seenShare(began, 24)).toBeCloseTo(60 / 93.75, 6);
  const gap = { from: isoAt(noon - 2.5 * QUARTER_MS), to: isoAt(noon - 1.5 * QUARTER_MS) };
  expect(seenShare(historyOf(slots, { gaps: [gap] }), 30)).toBeCloseTo(60 / 90, 6);
});

test('checks between slots without a crawl count as not seen, except in a gap or when the monitor was removed', () => {
  const rare = [slotOf(9), slotOf(5), slotOf(1)];
  expect(seenShare(historyOf(rare), 60)).toBeCloseTo(3 / 9, 6);
  const gap = { from: isoAt(noon - 8 * QUARTER_MS), to: isoAt(noon - 5 * QUARTER_MS) };
  expect(seenShare(historyOf(rare, { gaps: [gap] }), 60)).toBeCloseTo(3 / 6, 6);
  expect(seenShare(historyOf(rare, {}, [changeOf({ kind: 'removed' })]), 60)).toBe(1);
  const paused = [slotOf(9), slotOf(5, { state: 'inactive', checks: 0 }), slotOf(1)];
  expect(seenShare(historyOf(paused), 60)).toBe(1);
});

test('slots without required checks do not count, nor does the slot that is still being recorded', () => {
  const others = [
    slotOf(9, { state: 'inactive', checks: 0 }),
    slotOf(8, { state: 'overdue', checks: 0 }),
    slotOf(7, { state: 'pending', checks: 0 }),
    slotOf(6, { maintenance: true, checks: 0 }),
    ...slots,
    slotOf(0, { checks: 0 }),
  ];
  expect(seenShare(historyOf(others, { as_of: isoAt(noon + 60_000) }), 60)).toBe(1);
});

test('the share is unknown without the interval, after the interval was edited, and with few expected checks', () => {
  const edited = changeOf({ kind: 'edited', fields: { interval: { before: 30, after: 60 } } });
  const renamed = changeOf({ kind: 'edited', fields: { name: { before: 'a', after: 'b' } } });
  expect(seenShare(historyOf(slots), null)).toBeNull();
  expect(seenShare(historyOf(slots, {}, [edited]), 60)).toBeNull();
  expect(seenShare(historyOf(slots, {}, [renamed]), 60)).toBe(1);
  expect(seenShare(historyOf(slots), 600)).toBeNull();
  expect(seenShare(historyOf([]), 60)).toBeNull();
});
