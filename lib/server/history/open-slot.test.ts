import { expect, test } from 'vitest';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { createOpenSlot } from './open-slot.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const checked = (seconds: number) =>
  aMonitor(1, { last_check_at: new Date(NOON + seconds * 1000).toISOString() });
const uuid = checked(0).monitor_uuid;

test('a slot is shown without the reading that is being recorded, and counts nothing of one that was not', async () => {
  const slot = createOpenSlot({ saveSlots: async () => {} }, null, []);
  await slot.begin(NOON, true);
  const add = (seconds: number) => slot.add(checked(seconds), { readAt: NOON + 120_000, clockAhead: 0 });
  add(10);
  expect(slot.of(uuid)).toBeNull();
  slot.end(true);
  expect(slot.of(uuid)?.slot.checks).toBe(1);
  add(70);
  expect(slot.of(uuid)?.slot.checks).toBe(1);
  expect(slot.including(new Set([uuid]))).toMatchObject([{ uuid, slot: { checks: 2 } }]);
  slot.end(false);
  add(70);
  slot.end(true);
  expect(slot.of(uuid)).toMatchObject({ at: NOON, slot: { checks: 2 } });
});
