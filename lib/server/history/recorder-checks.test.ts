import { expect, test } from 'vitest';
import { aMonitor, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { setUpRecorder } from './recorder.fixtures.ts';

const MINUTE = 60_000;

const down = { last_status: 'down' };

test('row 84: a check that ran during a time without crawls is not counted in the slot of the next crawl', async () => {
  const { clock, checked, read, recorder, slotsOf } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  clock.advance(MINUTE);
  await read([checked(1, 5), checked(2, 5)]);
  clock.advance(5 * 60 * MINUTE);
  await read([checked(1, 200 * 60, down), checked(2, 5)]);
  clock.advance(MINUTE);
  await read([checked(1, 5), checked(2, 5)]);
  await recorder().stop();
  const checks = async (n: number) => {
    const slots = await slotsOf(uuidOf(n));
    return slots.map(({ slot }) => [slot.checks, slot.down]);
  };
  expect(await checks(1)).toEqual([
    [1, 0],
    [1, 0],
  ]);
  // Its check ran in the minute of the crawl, which is in the slot.
  expect(await checks(2)).toEqual([
    [1, 0],
    [2, 0],
  ]);
});

test.each([
  { interval: 3600, isRestarted: false },
  { interval: 3600, isRestarted: true },
  { interval: 300, isRestarted: false },
])(
  'with a crawl every 56 minutes, the checks of %j count once the usual distance is known, none twice',
  async ({ interval, isRestarted }) => {
    const { clock, read, recorder, restart, slotsOf, noon } = await setUpRecorder();
    /** The last check: they run ten minutes after noon, and after each interval. */
    const last = () =>
      noon + 600_000 + Math.floor((clock.now() - noon - 600_000) / interval / 1000) * interval * 1000;
    const shown: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      if (isRestarted && n === 10) {
        await recorder().stop();
        await restart();
      }
      shown.push(last());
      await read([aMonitor(1, { interval, last_check_at: new Date(last()).toISOString() })]);
      await clock.pass(56 * MINUTE);
    }
    await recorder().stop();
    const slots = await slotsOf(uuidOf(1));
    // The first check ran before the first crawl, and the second one may have run in a gap.
    const counted = new Set(shown.slice(2)).size;
    const checks = slots.reduce((sum, { slot }) => sum + slot.checks, 0);
    expect(checks).toBeGreaterThanOrEqual(counted);
    expect(checks).toBeLessThanOrEqual(new Set(shown).size);
  },
);
