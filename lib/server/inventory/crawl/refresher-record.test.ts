import { expect, test } from 'vitest';
import { createContinuedClock } from '../../clock.ts';
import { setUpRefresher } from './refresher.fixtures.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('row 75: the start of a crawl is restored in a process whose monotonic time restarts', () => {
  const { clock, createAnother } = setUpRefresher();
  clock.advance(14 * DAY_MS);
  const record = { startedAt: clock.now() - 2 * MINUTE_MS, cost: 4, pages: 3 };
  const next = createContinuedClock(clock);
  next.continueFrom({ monotonic: 1000, wall: clock.now() });
  const refresher = createAnother({ clock: next });
  refresher.adopt(record);
  expect(refresher.lastCrawl()).toEqual(record);
  refresher.adopt({ ...record, startedAt: record.startedAt - 1 });
  expect(refresher.lastCrawl(), 'an older one').toEqual(record);
});

test('row 34: a crawl that has just started is not in the future', async () => {
  const { clock, createAnother } = setUpRefresher();
  let fraction = 0;
  const refresher = createAnother({ clock: { ...clock, monotonic: () => clock.monotonic() + fraction } });
  refresher.start();
  await clock.pass(0);
  fraction = 0.4;
  const next = createAnother({});
  next.adopt(refresher.lastCrawl());
  expect(next.lastCrawl()?.startedAt).toBeLessThanOrEqual(clock.now());
});

test('row 75: a crawl in the future and an invalid record are rejected', () => {
  const { clock, refresher } = setUpRefresher();
  const record = { startedAt: clock.now(), cost: 4, pages: 3 };
  clock.jump(-1);
  expect(() => refresher.adopt(record)).toThrow('in the future');
  for (const value of [
    'nonsense',
    { startedAt: -1e300, cost: 1, pages: 1 },
    { startedAt: 0, cost: 0, pages: 1 },
    { startedAt: 0, cost: 1, pages: 0 },
    { startedAt: 0, cost: 1 },
  ]) {
    expect(() => refresher.adopt(value)).toThrow();
  }
});
