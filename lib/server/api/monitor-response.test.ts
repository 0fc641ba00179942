import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { wireDetail, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import { readDetail, readPage } from '../upstream/schema.ts';
import { wirePage } from '../upstream/wire-monitors.fixtures.ts';
import { detailResponse, partialResponse } from './monitor-response.ts';

const MINUTE_MS = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const at = (minutes: number) => new Date(NOON + minutes * MINUTE_MS).toISOString();
const uuid = String(wireRow().monitor_uuid);

/** An inventory with one monitor that has these fields and was read `minutes` after noon. */
function listRead(minutes: number, fields: Record<string, unknown>) {
  const page = readPage(wirePage([{ ...wireRow(), last_check_at: at(minutes - 1), ...fields }]));
  if (!page.ok) throw new Error(page.reason);
  const asOf = NOON + minutes * MINUTE_MS;
  const inventory = createInventory(createFakeClock());
  const rows = page.value.monitors.map((monitor) => ({ monitor, asOf, upstreamNow: asOf }));
  inventory.publish(completeCrawl(rows, asOf));
  return inventory;
}

/** A detail of that monitor, read `minutes` after noon. */
function detailRead(minutes: number, fields: Record<string, unknown>) {
  const detail = readDetail({ data: { ...wireDetail(), last_check_at: at(minutes - 1), ...fields } }, uuid);
  if (!detail.ok) throw new Error(detail.reason);
  const asOf = NOON + minutes * MINUTE_MS;
  return { value: detail.value, asOf, upstreamNow: asOf };
}

test('the fields of a newer list replace those of the detail, and both times are reported', () => {
  const inventory = listRead(5, { name: 'New name', last_status: 'down' });
  const { data, meta } = detailResponse(detailRead(2, { timeout_ms: 7000 }), null, inventory);
  expect(data).toMatchObject({
    name: 'New name',
    last_status: 'down',
    last_check_at: at(4),
    condition: 'down',
    observed_since: at(4),
    timeout_ms: 7000,
  });
  expect(meta).toMatchObject({ as_of: at(5), detail_as_of: at(2), partial: false });
});

test('a detail that could not be read again says why, also below a newer list', () => {
  const degraded = { code: 'upstream_error', message: 'It failed.', since: at(3), retry_at: null } as const;
  for (const list of [1, 5]) {
    const { meta } = detailResponse(detailRead(2, {}), degraded, listRead(list, {}));
    expect(meta.degraded, `the list is read at ${list}, the detail at 2`).toEqual(degraded);
  }
});

test('a newer list replaces what is unknown of its own fields, not of those of the detail', () => {
  const inventory = listRead(5, { interval: -1 });
  const detail = detailRead(2, { interval: '60', port: 0, timeout_ms: 0 });
  const { data } = detailResponse(detail, null, inventory);
  expect(data.unknown_fields).toEqual(['interval', 'timeout_ms']);
  expect(data).toMatchObject({ interval: null, port: 5432, timeout_ms: null });
});

test('a newer list replaces the detail although its times are unknown', () => {
  const inventory = listRead(5, { last_check_at: 'never', updated_at: '' });
  const { data } = detailResponse(detailRead(2, {}), null, inventory);
  expect(data.unknown_fields).toEqual(['last_check_at', 'updated_at']);
  expect(data.condition).toBe('unknown');
});

test('a detail that is newer than the list is not changed', () => {
  const inventory = listRead(1, { last_status: 'down' });
  const { data, meta } = detailResponse(detailRead(2, { last_status: 'up' }), null, inventory);
  expect(data).toMatchObject({
    last_status: 'up',
    last_check_at: at(1),
    condition: 'up',
    observed_since: at(1),
  });
  expect(meta).toEqual({ as_of: at(2), degraded: null, partial: false });
});

test('a row that a crawl has missed is as old as its last reading', () => {
  const inventory = listRead(1, { name: 'Old name' });
  const asOf = NOON + 5 * MINUTE_MS;
  inventory.publish(completeCrawl([], asOf));
  const kept = inventory.monitor(uuid);
  expect(kept && partialResponse(kept, null, inventory.shown()).meta.as_of).toBe(at(1));
  const read = detailRead(2, { name: 'New name', last_check_at: at(0), updated_at: null });
  const { data, meta } = detailResponse(read, null, inventory);
  expect([data.name, meta.as_of]).toEqual(['New name', at(2)]);
});

test.each([
  ['last_check_at', { last_check_at: at(0) }],
  ['last_check_at, never', { last_check_at: null }],
  ['updated_at', { updated_at: '2025-01-01T00:00:00.000Z' }],
])('a list that lags behind the detail is recognized by %s', (_, fields) => {
  const inventory = listRead(5, { name: 'Old name', ...fields });
  const { data, meta } = detailResponse(detailRead(2, { name: 'New name' }), null, inventory);
  expect(data.name).toBe('New name');
  expect(meta.as_of).toBe(at(2));
});
