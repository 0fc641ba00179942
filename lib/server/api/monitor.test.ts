import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { wireDetail, wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import { incompleteCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import { createDetailCache } from '../upstream/detail-cache.ts';
import type { Reading } from '../upstream/gateway.ts';
import { readDetail, readPage, type WireDetail } from '../upstream/schema.ts';
import { createMonitor } from './monitor.ts';

const uuids = [1, 2].map((number) => String(wireRow(number).monitor_uuid));
const [uuid = '', other = ''] = uuids;

const stored = { load: async () => null, save: () => {} };

/** A list of two monitors without details. */
function setup() {
  const clock = createFakeClock();
  const page = readPage(wirePage([wireRow(1), wireRow(2)]));
  if (!page.ok) throw new Error('the fixture must be readable');
  const inventory = createInventory(clock);
  const read = { asOf: clock.now(), upstreamNow: clock.now() };
  inventory.publish({
    rows: page.value.monitors.map((monitor) => ({ monitor, ...read })),
    total: 2,
    beganAt: read.asOf,
    asOf: read.asOf,
    dropped: 0,
    requests: 1,
    pages: 1,
    complete: true,
    extent: 'all_pages',
    failure: null,
  });
  let failure: UpstreamFailure | null = null;
  const details = createDetailCache({
    gateway: {
      monitor: async (requested, options): Promise<Reading<WireDetail>> => {
        options?.onSent?.();
        if (failure) throw new FailureError(failure);
        const detail = readDetail({ data: { ...wireDetail(), monitor_uuid: requested } }, requested);
        if (!detail.ok) throw new Error(detail.reason);
        return { value: detail.value, asOf: clock.now(), upstreamNow: clock.now() };
      },
    },
    clock,
    stored,
  });
  const { getMonitor } = createMonitor({ inventory, details, clock });
  const degradedOf = async (next: UpstreamFailure | null, of = uuid) => {
    failure = next;
    return (await getMonitor(of)).body.meta.degraded;
  };
  return {
    clock,
    inventory,
    details,
    getMonitor,
    degradedOf,
    now: () => new Date(clock.now()).toISOString(),
  };
}

test('a monitor without a detail is degraded since the first of its consecutive failures of the same kind', async () => {
  const { clock, details, degradedOf, now } = setup();
  clock.advance(60_000);
  const since = now();
  expect(await degradedOf({ code: 'upstream_error', status: 500 })).toMatchObject({ since });
  clock.advance(60_000);
  expect(await degradedOf({ code: 'upstream_error', status: 500 })).toMatchObject({ since });
  clock.advance(60_000);
  expect(await degradedOf({ code: 'api_key_rejected' })).toMatchObject({
    code: 'api_key_rejected',
    since: now(),
  });
  expect(await degradedOf(null)).toBeNull();
  expect(await degradedOf(null, other)).toBeNull();
  details.forget(uuid);
  clock.advance(60_000);
  expect(await degradedOf({ code: 'api_key_rejected' }), 'after a success').toMatchObject({ since: now() });
});

test('a read that is not allowed is not begun, and leaves no problem; a fresh detail needs none', async () => {
  const { clock, getMonitor, degradedOf } = setup();
  const limited = new FailureError({ code: 'token_limited', why: 'reads', retryAt: 0 });
  const beforeRead = async () => {
    throw limited;
  };
  await expect(getMonitor(uuid, { beforeRead })).rejects.toBe(limited);
  await expect(getMonitor('00000000-0000-4000-8000-000000000000', { beforeRead }), 'unknown').rejects.toThrow(
    'monitor_not_found',
  );
  expect(await degradedOf(null)).toBeNull();
  expect((await getMonitor(uuid, { beforeRead })).body.meta.degraded).toBeNull();
  clock.advance(60_000);
  await expect(getMonitor(uuid, { beforeRead })).rejects.toBe(limited);
});

test('a monitor that is not in the list is not called deleted: the failure says when the list was read, and is read next', async () => {
  const { clock, inventory, getMonitor } = setup();
  const asOf = clock.now();
  clock.advance(40_000);
  inventory.schedule(20_000);
  const list = { asOf, refreshAt: clock.now() + 20_000, now: clock.now() };
  await expect(getMonitor('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
    failure: { code: 'monitor_not_found', list },
  });
});

test('while the first crawl fails, no monitor is read and none is counted', async () => {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  inventory.recordFailure({ code: 'upstream_unreachable', reason: 'refused' });
  const monitor = () => Promise.reject(new Error('The monitor is not requested.'));
  const details = createDetailCache({ gateway: { monitor }, clock, stored });
  const { getMonitor } = createMonitor({ inventory, details, clock });
  let counted = 0;
  const beforeRead = async () => {
    counted += 1;
  };
  await expect(getMonitor(uuid, { beforeRead })).rejects.toThrow('upstream_unreachable');
  expect(counted).toBe(0);
});

test('after a lookup that found nothing there is none for 20 seconds, so that invented UUIDs cost few requests', async () => {
  const clock = createFakeClock();
  const inventory = createInventory(clock);
  inventory.publish(incompleteCrawl('gaps', 2, 1));
  let asked = 0;
  const monitor = (_: string, options?: { onSent?: (() => void) | undefined }) => {
    asked += 1;
    options?.onSent?.();
    return Promise.reject(new FailureError({ code: 'monitor_not_found' }));
  };
  const details = createDetailCache({ gateway: { monitor }, clock, stored });
  const { getMonitor } = createMonitor({ inventory, details, clock });
  const invented = (n: number) => getMonitor(`00000000-0000-4000-8000-00000000000${n}`);
  const [first, second] = await Promise.allSettled([invented(8), invented(9)]);
  expect(first).toMatchObject({ reason: { failure: { code: 'monitor_not_found' } } });
  const retryAt = clock.now() + 20_000;
  expect(second).toMatchObject({
    reason: { failure: { code: 'not_ready', what: 'missing_monitor', retryAt } },
  });
  await expect(invented(8)).rejects.toThrow('monitor_not_found');
  expect(asked).toBe(1);
  clock.advance(20_000);
  await expect(invented(9)).rejects.toThrow('monitor_not_found');
  expect(asked).toBe(2);
});
