import { expect, test } from 'vitest';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { addMonitor, type OpenSlot, openSlotAt } from './open-slot.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const checked = (seconds: number) =>
  aMonitor(1, { last_check_at: new Date(NOON + seconds * 1000).toISOString() });
const uuid = checked(0).monitor_uuid;

test('the open slot stays as it is while the next crawl is being recorded', () => {
  const crawl = (before: OpenSlot, seconds: number) => {
    const slot = openSlotAt(before, NOON, true);
    addMonitor(slot, checked(seconds), { readAt: NOON + 120_000, clockAhead: 0 });
    return slot;
  };
  const first = crawl({ at: 0, countFrom: 0, slots: new Map(), lastChecks: new Map() }, 10);
  expect(first.slots.get(uuid)?.checks).toBe(1);
  expect(crawl(first, 70).slots.get(uuid)?.checks).toBe(2);
  expect(first.slots.get(uuid)?.checks).toBe(1);
  expect(crawl(first, 70).slots.get(uuid)?.checks).toBe(2);
});
