import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createContinuedClock } from '../../clock.ts';
import { parseCrawlRecord, storedCrawlRecord } from './crawl-record.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('row 75: the start of a crawl is restored in a process whose monotonic time restarts', () => {
  const clock = createFakeClock();
  clock.advance(14 * DAY_MS);
  const record = storedCrawlRecord(
    { startedAt: clock.monotonic() - 2 * MINUTE_MS, cost: 4, pages: 3 },
    clock,
  );
  clock.advance(MINUTE_MS);
  const next = createContinuedClock(clock);
  next.continueFrom({ monotonic: 1000, wall: clock.now() });
  expect(parseCrawlRecord(record, next)).toEqual({ startedAt: 1000 - 3 * MINUTE_MS, cost: 4, pages: 3 });
});

test('row 34: a crawl that has just started is not in the future', () => {
  const clock = createFakeClock();
  clock.advance(1000);
  const startedAt = clock.monotonic() - 0.4;
  expect(
    parseCrawlRecord(storedCrawlRecord({ startedAt, cost: 1, pages: 1 }, clock), clock).startedAt,
  ).toBeLessThanOrEqual(startedAt);
});

test('row 75: a crawl in the future and an invalid record are rejected', () => {
  const clock = createFakeClock();
  const record = storedCrawlRecord({ startedAt: 0, cost: 4, pages: 3 }, clock);
  clock.jump(-1);
  expect(() => parseCrawlRecord(record, clock)).toThrow('in the future');
  for (const value of [
    'nonsense',
    { startedAt: -1e300, cost: 1, pages: 1 },
    { startedAt: 0, cost: 0, pages: 1 },
    { startedAt: 0, cost: 1, pages: 0 },
    { startedAt: 0, cost: 1 },
  ]) {
    expect(() => parseCrawlRecord(value, clock)).toThrow();
  }
});
