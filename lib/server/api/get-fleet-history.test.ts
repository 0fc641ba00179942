import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { SLOT_MS } from '../history/slot.ts';
import { aMonitor, fieldsOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot/snapshot.ts';
import { createGetFleetHistory } from './get-fleet-history.ts';
import { startMemoryHistory } from './memory-history.fixtures.ts';

test('viewers of the same range share one response until the next reading, or the next slot', async () => {
  const clock = createFakeClock();
  const history = await startMemoryHistory(clock);
  const get = createGetFleetHistory({ history, clock, demo: false });
  const read = async () => {
    const asOf = clock.now();
    const last_check_at = new Date(asOf - 1000).toISOString();
    const rows = [{ monitor: fieldsOf(aMonitor(1, { last_check_at })), asOf, upstreamNow: asOf }];
    await history.record(buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null }));
  };

  await read();
  const first = await get(1);
  expect(first.body.data.slots).toMatchObject([{ up: 1, down: 0 }]);
  expect(await get(7)).not.toBe(first);
  expect(await get(1)).toBe(first);
  clock.advance(1000);
  await read();
  const second = await get(1);
  expect(second.body.meta.as_of).not.toBe(first.body.meta.as_of);
  clock.advance(24 * 60 * 60_000 - SLOT_MS);
  await read();
  expect((await get(1)).body.data.slots).toHaveLength(2);
  clock.advance(SLOT_MS);
  expect((await get(1)).body.data.slots, 'also without a reading').toHaveLength(1);
});
