import { expect, test } from 'vitest';
import { aMonitor } from '../inventory/arbitrary-monitors.fixtures.ts';
import { createOpenSlot } from './open-slot.ts';
import { openInMemory } from './sqlite/open-history-file.ts';
import { createSqliteHistory } from './sqlite/sqlite-history.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const checked = (seconds: number) =>
  aMonitor(1, { last_check_at: new Date(NOON + seconds * 1000).toISOString() });
const uuid = checked(0).monitor_uuid;

test('a slot is shown without the reading that is being recorded', async () => {
  const slot = createOpenSlot(createSqliteHistory(openInMemory()), null);
  await slot.begin(NOON, true);
  slot.add(checked(10), NOON + 20_000);
  expect(slot.of(uuid)).toBeNull();
  slot.show();
  expect(slot.of(uuid)?.slot.checks).toBe(1);
  slot.add(checked(70), NOON + 80_000);
  expect(slot.of(uuid)?.slot.checks).toBe(1);
  slot.show();
  expect(slot.of(uuid)).toMatchObject({ at: NOON, slot: { checks: 2 } });
});
