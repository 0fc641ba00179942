import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ClockProvider, useClock } from './clock';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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
