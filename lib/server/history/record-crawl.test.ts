import { beforeEach, expect, test } from 'vitest';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import type { ObservedChange } from './compare-crawl.ts';
import { emptySlot, SLOT_MS } from './slots.ts';
import { change, DAY, fleetAt, MINUTE, NOON, openStore } from './test-store.fixtures.ts';

onBothEngines((open) => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeEach(async () => {
    store = await openStore(await open());
  });
  const always = { until: NOON + 400 * DAY, length: SLOT_MS };

  test('a change and its pair both say how long the state lasted', async () => {
    const add = (...changes: ObservedChange[]) => store.add(changes);
    await add(change('down', 0), change('maintenance_on', 0), change('down', 0, 2));
    const lasted = async () => (await store.changes({ limit: 10 })).changes.map((one) => one.lasted);
    expect(await lasted()).toEqual([null, null, null]);
    await add(change('recovered', 10), change('maintenance_off', 20));
    const ten = { atLeastS: 580, atMostS: 620 };
    const twenty = { atLeastS: 1180, atMostS: 1220 };
    expect(await lasted()).toEqual([twenty, ten, null, twenty, ten]);
    await add(change('recovered', 30), change('removed', 30, 2));
    expect((await lasted()).slice(0, 3), 'its beginning was not observed').toEqual([
      { atLeastS: 1780, atMostS: 1820 },
      null,
      twenty,
    ]);
  });

  test('numbers are not used twice, and a state whose beginning was deleted has no known length', async () => {
    const day = 24 * 60;
    await store.add([change('down', 0, 1)]);
    const [first] = (await store.changes({ limit: 10 })).changes;
    await store.prune(NOON + 2 * day * MINUTE);
    expect((await store.changes({ limit: 10 })).changes).toEqual([]);
    const at = 3 * day;
    await store.add([change('down', at, 2), change('recovered', at, 1)]);
    const { changes } = await store.changes({ limit: 10 });
    expect(changes).toMatchObject([
      { kind: 'recovered', lasted: null },
      { kind: 'down', lasted: null },
    ]);
    expect(changes[1]?.sequence).toBeGreaterThan(first?.sequence ?? 0);
  });

  test('a removal says how long the maintenance lasted if the beginning of the condition was deleted', async () => {
    const day = 24 * 60;
    await store.add([change('down', 0)]);
    await store.prune(NOON + day * MINUTE);
    const at = 2 * day;
    await store.add([change('maintenance_on', at)]);
    await store.add([change('removed', at + 10)]);
    const lasted = { atLeastS: 580, atMostS: 620 };
    expect((await store.changes({ limit: 10 })).changes).toMatchObject([
      { kind: 'removed', lasted },
      { kind: 'maintenance_on', lasted },
    ]);
  });

  test('the state of the recorder is read as it was stored', async () => {
    const first = await store.add([change('down', 0)]);
    const times = { at: NOON + MINUTE, until: NOON + MINUTE + 7, completeAt: NOON, snapshot: 9 };
    const slots = [{ uuid: uuidOf(1), slot: { ...emptySlot, checks: 2, seen: 9 } }];
    await store.record({ ...times, changes: [], slots, fleet: fleetAt(NOON), gap: null });
    const crawl = await store.crawl();
    expect(crawl).toMatchObject(times);
    expect(crawl?.version).not.toBe(first.version);
    expect(await store.slotsAt(NOON)).toEqual(new Map(slots.map(({ uuid, slot }) => [uuid, slot])));
    expect(await store.recentFleet()).toEqual([fleetAt(NOON)]);
  });

  const slot = (checks: number) => ({ ...emptySlot, checks, seen: 8 });
  const save = (place: number, checks: number, ...monitors: number[]) =>
    store.saveSlots(
      NOON + place * SLOT_MS,
      monitors.map((n) => ({ uuid: uuidOf(n), slot: slot(checks + n) })),
    );

  test('slots are found by monitor and time, and saving one again replaces it', async () => {
    // Also when one is saved late.
    for (let n = 99; n >= 0; n -= 1) await save(n, n, 1, 2, 40);
    await save(99, 5, 2);
    const since = NOON + 97 * SLOT_MS;
    expect(await store.slots(uuidOf(2), { since, ...always })).toEqual([
      { at: NOON + 97 * SLOT_MS, slot: slot(99) },
      { at: NOON + 98 * SLOT_MS, slot: slot(100) },
      { at: NOON + 99 * SLOT_MS, slot: slot(7) },
    ]);
    expect(await store.slots(uuidOf(40), { since: 0, ...always })).toHaveLength(100);
  });

  test('slots become longer with age, and their sums for each hour and each four hours stay the same', async () => {
    const slots = 12 * 96;
    const quarters = Array.from({ length: slots }, (_, n) => n).filter((n) => n % 5 < 2);
    for (const n of quarters) {
      const slot = {
        ...emptySlot,
        seen: n % 11 === 0 ? 33 : 8,
        checks: n,
        down: n % 3,
        timed: n,
        sum_ms: 5 * n,
        max_ms: n,
      };
      await store.add([], NOON + n * SLOT_MS, { slots: [{ uuid: uuidOf(n % 2), slot }] });
    }
    const all = { since: NOON, until: NOON + slots * SLOT_MS };
    const lengths = [4, 16].map((n) => n * SLOT_MS);
    const read = (length: number) =>
      Promise.all([
        ...[0, 1].map((n) => store.slots(uuidOf(n), { ...all, length })),
        store.fleet({ ...all, length }),
      ]);
    const [hours, fourHours] = await Promise.all(lengths.map(read));
    await store.rollUp(all.until);
    expect(await read(16 * SLOT_MS)).toEqual(fourHours);
    const isKept = ({ at }: { at: number }) => at >= all.until - 8 * DAY;
    expect(await read(4 * SLOT_MS)).toEqual(hours?.map((some) => some?.filter(isKept)));
    const rows = await store.db.selectFrom('check_slot').select('length').execute();
    expect(new Set(rows.map(({ length }) => length / SLOT_MS))).toEqual(new Set([1, 4, 16]));
    expect(rows.length).toBeLessThan(quarters.length);
  });

  test('gaps are kept as long as everything else', async () => {
    const gap = { from: NOON, to: NOON + 2 * SLOT_MS };
    const crawl = { completeAt: null, snapshot: 1, changes: [], slots: [], fleet: fleetAt(gap.to) };
    await store.record({ ...crawl, at: gap.to, until: gap.to, gap });
    expect(await store.gaps(NOON + 1, gap.to)).toEqual([gap]);
    expect(await store.gaps(gap.to, gap.to + 1)).toEqual([]);
    await store.prune(gap.to + 1);
    expect(await store.gaps(0, gap.to)).toEqual([]);
  });

  test('prune deletes older rows, and removed monitors with them', async () => {
    const days = (n: number) => n * 24 * 60;
    const slots = [{ uuid: uuidOf(1), slot: slot(1) }];
    await store.add([change('down', 0, 1), change('removed', 0, 3)], NOON, { slots });
    const { version } = await store.add([change('recovered', days(3), 1)], NOON + 3 * DAY, { slots });
    await store.prune(NOON + 2 * DAY);
    const lasted = { atLeastS: days(3) * 60 - 20, atMostS: days(3) * 60 + 20 };
    const { changes } = await store.changes({ limit: 10 });
    expect(changes, 'it is still known how long it lasted').toMatchObject([{ kind: 'recovered', lasted }]);
    expect(await store.slots(uuidOf(1), { since: 0, ...always })).toHaveLength(1);
    expect(await store.fleet({ since: 0, ...always })).toEqual([fleetAt(NOON + 3 * DAY)]);
    expect(await store.slots(uuidOf(3), { since: 0, ...always })).toBeNull();
    expect((await store.crawl())?.version).not.toBe(version);
    for (const table of ['subject', 'change', 'monitor_seen'] as const) {
      const rows = await store.db.selectFrom(table).selectAll().execute();
      expect(rows, table).toHaveLength(1);
    }
  });
});
