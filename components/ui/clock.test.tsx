import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ClockProvider, createPageClock, useClock } from './clock';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;
const START = 1_000_000_000_000;

/** Shows the time of the page's clock, in milliseconds since the page was rendered. */
function Elapsed() {
  return useClock().exactNow() - START;
}

test('in the browser the clock includes the time since the first byte of the page, because scripts may arrive later', () => {
  class NavigationTiming {
    responseStart = 3000;
  }
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('window', {});
  vi.stubGlobal('PerformanceNavigationTiming', NavigationTiming);
  vi.stubGlobal('performance', { now: () => 15_000, getEntriesByType: () => [new NavigationTiming()] });
  const page = (
    <ClockProvider serverNow={START}>
      <Elapsed />
    </ClockProvider>
  );
  expect(renderToStaticMarkup(page)).toBe('12000');
});

/** A clock with simulated browser clocks. `pass` advances them and returns the seconds since the page was rendered. */
function started(loadedMs = 0) {
  vi.useFakeTimers();
  const clocks = { steady: 50 + loadedMs, date: START + 7 * HOUR_MS };
  const browserClocks = { steady: () => clocks.steady, date: () => clocks.date };
  const clock = createPageClock(START, browserClocks, loadedMs);
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

test('it runs on the server’s time, independent of the browser’s clock', () => {
  const { pass } = started();
  expect(pass({})).toBe(1);
  expect(pass({ steady: 60_000, date: 60_000 })).toBe(62);
});

test('the time that the page took to load is included', () => {
  const { clock, pass } = started(12_000);
  expect(clock.exactNow()).toBe(START + 12_000);
  expect(pass({})).toBe(13);
  expect(clock.toBrowserTime(START)).toBe(START + 7 * HOUR_MS - 12_000);
  // That is no jump of a clock, so a response changes nothing.
  clock.sync(START);
  expect(pass({ date: HOUR_MS })).toBe(3614);
});

test('it is correct after sleep, and a response changes nothing', () => {
  const { clock, pass } = started();
  expect(pass({ date: HOUR_MS })).toBe(3601);
  clock.sync(START + HOUR_MS + 1000);
  expect(pass({})).toBe(3602);
});

test('setting the date back changes nothing', () => {
  const { pass } = started();
  expect(pass({ date: -HOUR_MS })).toBe(1);
});

test('setting the date forward is corrected by the next response', () => {
  const { clock, pass } = started();
  pass({ date: HOUR_MS });
  clock.sync(START + 1000);
  expect(clock.now()).toBe(START + 1000);
  expect(pass({})).toBe(2);
});

test('without a clock jump a delayed response changes nothing', () => {
  const { clock, pass } = started();
  pass({ steady: 60_000, date: 60_000 });
  clock.sync(START);
  expect(pass({})).toBe(62);
});

test('server times are converted to the browser’s clock, and are never in the future', () => {
  const { clock, pass } = started();
  const date = START + 7 * HOUR_MS;
  expect(clock.toBrowserTime(START)).toBe(date);
  pass({ steady: 60_000, date: 60_000 });
  expect(clock.toBrowserTime(START)).toBe(date);
  expect(clock.toBrowserTime(START + 30_000)).toBe(date + 30_000);
  expect(clock.toBrowserTime(START + HOUR_MS)).toBe(date + 61_000);
});
