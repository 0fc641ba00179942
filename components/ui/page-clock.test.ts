import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageClock } from './page-clock';

const HOUR_MS = 3_600_000;
const START = 1_000_000_000_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A clock with its browser's two, and what its time is a second later. */
function started() {
  const clocks = { steady: 50, date: START + 7 * HOUR_MS };
  const clock = createPageClock(START, { steady: () => clocks.steady, date: () => clocks.date });
  clock.subscribe(() => {});
  return {
    clock,
    pass(ms: Partial<typeof clocks>) {
      clocks.steady += (ms.steady ?? 0) + 1000;
      clocks.date += (ms.date ?? 0) + 1000;
      vi.advanceTimersByTime(1000);
      return (clock.now() - START) / 1000;
    },
  };
}

test('it runs on the server’s time, whatever the browser’s clock says', () => {
  const { pass } = started();
  expect(pass({})).toBe(1);
  expect(pass({ steady: 60_000, date: 60_000 })).toBe(62);
});

test('after sleep it is true, and an answer changes nothing', () => {
  const { clock, pass } = started();
  expect(pass({ date: HOUR_MS })).toBe(3601);
  clock.sync(START + HOUR_MS + 1000);
  expect(pass({})).toBe(3602);
});

test('a date that is set back changes nothing', () => {
  const { pass } = started();
  expect(pass({ date: -HOUR_MS })).toBe(1);
});

test('a date that is set forward is put right by the next answer', () => {
  const { clock, pass } = started();
  pass({ date: HOUR_MS });
  clock.sync(START + 1000);
  expect(clock.now()).toBe(START + 1000);
  expect(pass({})).toBe(2);
});

test('where nothing is in doubt an answer that was long on its way changes nothing', () => {
  const { clock, pass } = started();
  pass({ steady: 60_000, date: 60_000 });
  clock.sync(START);
  expect(pass({})).toBe(62);
});

test('a moment of the server’s clock is told on the browser’s, whatever both say, and is never yet to come', () => {
  const { clock, pass } = started();
  const date = START + 7 * HOUR_MS;
  expect(clock.toBrowserTime(START)).toBe(date);
  pass({ steady: 60_000, date: 60_000 });
  expect(clock.toBrowserTime(START)).toBe(date);
  expect(clock.toBrowserTime(START + 30_000)).toBe(date + 30_000);
  expect(clock.toBrowserTime(START + HOUR_MS)).toBe(date + 61_000);
});
