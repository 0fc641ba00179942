import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChangeKind, changeKinds } from '../../contract/changes.ts';
import { aMonitor, uuidOf } from '../inventory/arbitrary-monitors.fixtures.ts';
import type { FleetCounts } from './fleet.ts';
import type { ChangeQuery, HistoryStore, StoredChange } from './history-store.ts';
import type { ObservedChange } from './monitor-changes.ts';
import { emptySlot, SLOT_MS } from './slot.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

const counts: FleetCounts = {
  condition: { down: 1, overdue: 0, unknown: 0, pending: 0, up: 2, inactive: 0 },
  maintenance: 1,
};
const fleetAt = (at: number) => ({ at, firstAt: at, lastAt: at + 1, counts });

/** A change at a time, minutes after noon, of the monitor with a number. */
function change(kind: ChangeKind, minutes: number, n = 1, monitor = {}): ObservedChange {
  const at = NOON + minutes * MINUTE;
  const all = aMonitor(n, monitor);
  return {
    kind,
    from: at - 20_000,
    to: at,
    monitor: all,
    condition: 'up',
    edits: kind === 'edited' ? {} : null,
  };
}

const regionsOf = (n: number) => [['eu-west'], ['us-east'], ['eu-west', 'us-east']][n % 3] ?? [];
const typeOf = (n: number) => ['https', 'tcp', 'ping'][n % 3] ?? '';

const arbitraryChanges = fc
  .array(fc.tuple(fc.constantFrom(...changeKinds), fc.nat(9), fc.nat(5)), { maxLength: 60 })
  .map((all) => {
    let minutes = 0;
    return all.map(([kind, n, passed]) => {
      minutes += passed;
      return change(kind, minutes, n, { name: `Monitor ${n}`, type: typeOf(n), regions: regionsOf(n) });
    });
  });
const some = <T>(values: readonly T[]) =>
  fc.subarray([...values], { minLength: 1, maxLength: 3 }).map((all) => new Set(all));
const filters: fc.Arbitrary<Required<Omit<ChangeQuery, 'limit' | 'before'>>> = fc.record({
  since: fc.nat(100).map((minutes) => NOON + minutes * MINUTE),
  until: fc.nat(200).map((minutes) => NOON + minutes * MINUTE),
  kinds: some(changeKinds),
  types: some(['https', 'tcp', 'ping', 'none']),
  regions: some(['eu-west', 'us-east', 'none']),
  words: fc.subarray(['monitor', '3', 'example.com', 'none', '5432'], { maxLength: 2 }),
  uuid: fc.nat(10).map(uuidOf),
});
/** Few filters at a time, so that most queries have several pages. */
const arbitraryQuery: fc.Arbitrary<ChangeQuery> = fc
  .tuple(filters, fc.integer({ min: 1, max: 7 }), fc.array(fc.nat(6), { maxLength: 2 }))
  .map(([all, limit, chosen]) => ({
    ...Object.fromEntries(Object.entries(all).filter((_, place) => chosen.includes(place))),
    limit,
  }));

function matches(query: ChangeQuery, { kind, to, monitor }: ObservedChange): boolean {
  const { name, target, port, regions, monitor_uuid } = monitor;
  const text = [name, `${target}:${port}`, ...regions, monitor_uuid].join(' ').toLowerCase();
  return (
    to >= (query.since ?? 0) &&
    to < (query.until ?? Number.POSITIVE_INFINITY) &&
    (query.kinds?.has(kind) ?? true) &&
    (query.types?.has(monitor.type) ?? true) &&
    (query.regions === undefined || regions.some((region) => query.regions?.has(region))) &&
    (query.words ?? []).every((word) => text.includes(word)) &&
    (query.uuid === undefined || monitor_uuid === query.uuid)
  );
}

async function readAll(store: HistoryStore, query: ChangeQuery): Promise<StoredChange[]> {
  const all: StoredChange[] = [];
  for (let before: number | null | undefined = query.before; before !== null; ) {
    const page = await store.changes({ ...query, ...(before === undefined ? {} : { before }) });
    expect(page.changes.length).toBeLessThanOrEqual(query.limit);
    all.push(...page.changes);
    before = page.next;
  }
  return all;
}

/** Ends the recording of a reading: what it has shown is returned from then on. */
const finish = (store: HistoryStore, at = NOON) =>
  store.finish({ at, until: at, completeAt: at, fleet: fleetAt(at) });

/** The tests that every implementation of HistoryStore must pass. @param open returns an empty store */
export function historyContract(open: () => Promise<HistoryStore>): void {
  test('nothing has been recorded at first', async () => {
    const store = await open();
    expect(await store.load()).toBeNull();
    expect(await store.changes({ limit: 10 })).toEqual({ changes: [], next: null });
    expect(await store.slots(uuidOf(1), 0)).toBeNull();
    expect(await store.fleet(0)).toEqual([]);
    await store.close();
  });

  test('any query finds the changes that match, the newest first, each on one page', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryChanges, arbitraryQuery, async (changes, query) => {
        const store = await open();
        for (const one of changes) await store.append({ changes: [one], known: [], removed: [] });
        await finish(store);
        const found = await readAll(store, query);
        const expected = changes.filter((one) => matches(query, one)).reverse();
        expect(found.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid])).toEqual(
          expected.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid]),
        );
        await store.close();
      }),
    );
  });

  test('many changes of many monitors are found by any filter, also after the older half is forgotten', async () => {
    const store = await open();
    const all = Array.from({ length: 9_000 }, (_, n) => {
      const monitor = (n * 7) % 400;
      const kind = n % 1_500 === 700 ? 'added' : (['down', 'recovered', 'edited'] as const)[n % 3];
      const more = { name: `Monitor ${monitor}`, type: typeOf(monitor), regions: regionsOf(monitor) };
      return change(kind ?? 'down', Math.floor(n / 2), monitor, more);
    });
    for (let n = 0; n < all.length; n += 300) {
      await store.append({ changes: all.slice(n, n + 300), known: [], removed: [] });
    }
    await finish(store);
    const at = (minutes: number) => NOON + minutes * MINUTE;
    const queries: Omit<ChangeQuery, 'limit'>[] = [
      {},
      { kinds: new Set(['added']) },
      { kinds: new Set(['removed']) },
      { kinds: new Set(['edited']), types: new Set(['https', 'tcp']) },
      { regions: new Set(['eu-west']), kinds: new Set(['added']) },
      { regions: new Set(['nowhere']) },
      { words: ['monitor', '39'] },
      { uuid: uuidOf(35) },
      { uuid: uuidOf(35), words: ['none'] },
      { since: at(2_500), until: at(2_600) },
      { until: at(64), words: ['monitor'] },
      { since: at(4_400), uuid: uuidOf(35) },
    ];
    const expectAll = async (remembered: readonly ObservedChange[]) => {
      for (const query of queries) {
        const found = await readAll(store, { ...query, limit: 150 });
        const expected = remembered.filter((one) => matches({ ...query, limit: 1 }, one)).reverse();
        expect(found.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid])).toEqual(
          expected.map(({ kind, to, monitor }) => [kind, to, monitor.monitor_uuid]),
        );
      }
    };
    await expectAll(all);
    const bytes = await store.size();
    await store.forget(at(2_250));
    await expectAll(all.filter(({ to }) => to >= at(2_250)));
    expect(await store.size()).toBeLessThan(bytes);
    await store.close();
  });

  test('a change is read as it was stored, with the monitor as it was then', async () => {
    const store = await open();
    const edits = { name: { before: 'Old', after: 'New' } };
    await store.append({ changes: [change('down', 0, 1, { name: 'Old' })], known: [], removed: [] });
    await store.append({
      changes: [{ ...change('edited', 5, 1, { name: 'New' }), edits }],
      known: [],
      removed: [],
    });
    await finish(store);
    const { changes } = await store.changes({ limit: 10 });
    expect(changes).toMatchObject([
      {
        kind: 'edited',
        from: NOON + 5 * MINUTE - 20_000,
        to: NOON + 5 * MINUTE,
        monitor: { name: 'New' },
        edits,
      },
      { kind: 'down', monitor: { name: 'Old', port: 5432, regions: ['eu-west'] }, edits: null },
    ]);
    await store.close();
  });

  test('words are found without accents, and in the UUID', async () => {
    const store = await open();
    const named = (n: number, name: string) =>
      change('down', n, n, { name, target: 'a.example', port: null });
    await store.append({ changes: [named(1, 'São Paulo'), named(2, 'Größe')], known: [], removed: [] });
    await finish(store);
    const found = async (...words: string[]) =>
      (await store.changes({ words, limit: 9 })).changes.map(({ monitor }) => monitor.name);
    expect(await found('sao')).toEqual(['São Paulo']);
    expect(await found('grosse', 'a.example')).toEqual(['Größe']);
    expect(await found(uuidOf(1).slice(-8), 'paulo')).toEqual(['São Paulo']);
    expect(await found(uuidOf(1).slice(-8), 'grosse')).toEqual([]);
    await store.close();
  });

  test('an international host name is found in either spelling, whichever the target has', async () => {
    const store = await open();
    const targets = ['https://XN--MNCHEN-3YA.de/', 'München.de', 'https://munster.de/'];
    const changes = targets.map((target, n) => change('down', n, n, { target }));
    await store.append({ changes, known: [], removed: [] });
    await finish(store);
    for (const word of ['munchen.de', 'xn--mnchen-3ya.de', 'unche', 'xn--mnch']) {
      const found = (await store.changes({ words: [word], limit: 9 })).changes;
      expect(found.map(({ monitor }) => monitor.target).reverse(), word).toEqual(targets.slice(0, 2));
    }
    await store.close();
  });

  test('what has ended tells how long it lasted, and so does its end', async () => {
    const store = await open();
    const add = async (...changes: ObservedChange[]) => {
      await store.append({ changes, known: [], removed: [] });
      await finish(store);
    };
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
    await store.close();
  });

  test('what a reading shows is returned only when it has been recorded to its end', async () => {
    const store = await open();
    const kinds = async () => {
      const { changes } = await store.changes({ limit: 10 });
      return changes.map(({ kind, lasted }) => `${kind} ${lasted?.atMostS ?? '-'}`);
    };
    await store.append({ changes: [change('down', 0), change('down', 0, 2)], known: [], removed: [] });
    expect(await kinds()).toEqual([]);
    await finish(store);
    await store.append({ changes: [change('recovered', 10)], known: [], removed: [] });
    expect(await kinds()).toEqual(['down -', 'down -']);
    expect((await store.changes({ limit: 10, since: NOON + MINUTE })).changes).toEqual([]);
    expect((await store.changes({ limit: 10, until: NOON + 20 * MINUTE })).changes).toHaveLength(2);
    expect((await store.changes({ limit: 10, before: 100 })).changes).toHaveLength(2);
    await finish(store, NOON + 10 * MINUTE);
    expect(await kinds()).toEqual(['recovered 620', 'down -', 'down 620']);
    await store.close();
  });

  test('numbers are not used twice, and what began before everything that is remembered has no known length', async () => {
    const store = await open();
    const day = 24 * 60;
    const known = [1, 2].map((n) => ({ monitor: aMonitor(n), seenAt: null }));
    await store.append({ changes: [change('down', 0, 1)], known, removed: [] });
    await finish(store);
    const [first] = (await store.changes({ limit: 10 })).changes;
    await store.forget(NOON + 2 * day * MINUTE);
    expect((await store.changes({ limit: 10 })).changes).toEqual([]);
    const at = 3 * day;
    await store.append({ changes: [change('down', at, 2), change('recovered', at, 1)], known, removed: [] });
    await finish(store, NOON + at * MINUTE);
    const { changes } = await store.changes({ limit: 10 });
    expect(changes).toMatchObject([
      { kind: 'recovered', lasted: null },
      { kind: 'down', lasted: null },
    ]);
    expect(changes[1]?.sequence).toBeGreaterThan(first?.sequence ?? 0);
    await store.close();
  });

  test('a removed monitor tells how long its maintenance lasted when the beginning of its condition is forgotten', async () => {
    const store = await open();
    const day = 24 * 60;
    const known = [{ monitor: aMonitor(1), seenAt: null }];
    await store.append({ changes: [change('down', 0)], known, removed: [] });
    await finish(store);
    await store.forget(NOON + day * MINUTE);
    const at = 2 * day;
    await store.append({ changes: [change('maintenance_on', at)], known, removed: [] });
    await store.append({ changes: [change('removed', at + 10)], known: [], removed: [uuidOf(1)] });
    await finish(store, NOON + (at + 10) * MINUTE);
    const lasted = { atLeastS: 580, atMostS: 620 };
    expect((await store.changes({ limit: 10 })).changes).toMatchObject([
      { kind: 'removed', lasted },
      { kind: 'maintenance_on', lasted },
    ]);
    await store.close();
  });

  test('what the recorder knows is there after a restart', async () => {
    const store = await open();
    const known = [
      { monitor: aMonitor(1), seenAt: null },
      { monitor: aMonitor(2), seenAt: NOON - 5 * MINUTE },
      { monitor: aMonitor(3), seenAt: null },
    ];
    await store.append({ changes: [], known, removed: [] });
    await store.append({ changes: [], known: [], removed: [uuidOf(3)] });
    await store.saveSlots(NOON, [
      { uuid: uuidOf(1), slot: { ...emptySlot, checks: 2, seen: 8 }, lastCheck: NOON - 7 },
    ]);
    await store.append({ changes: [change('down', 1, 1)], known: [], removed: [] });
    const times = { at: NOON + MINUTE, until: NOON + MINUTE + 7, completeAt: NOON };
    await store.finish({ ...times, fleet: fleetAt(NOON) });
    expect(await store.load()).toEqual({
      ...times,
      changedUntil: NOON + MINUTE,
      monitors: new Map([
        [uuidOf(1), { monitor: aMonitor(1), seenAt: NOON + MINUTE }],
        [uuidOf(2), { monitor: aMonitor(2), seenAt: NOON - 5 * MINUTE }],
      ]),
      lastChecks: new Map([[uuidOf(1), NOON - 7]]),
      openSlot: { at: NOON, slots: new Map([[uuidOf(1), { ...emptySlot, checks: 2, seen: 8 }]]) },
    });
    await store.close();
  });

  test('slots are found by monitor and time, and saving one again replaces it', async () => {
    const store = await open();
    const slot = (checks: number) => ({ ...emptySlot, checks, seen: 8 });
    for (let n = 0; n < 100; n += 1) {
      const entries = [1, 2, 40].map((m) => ({ uuid: uuidOf(m), slot: slot(m + n), lastCheck: null }));
      await store.saveSlots(NOON + n * SLOT_MS, entries);
    }
    await store.saveSlots(NOON + 99 * SLOT_MS, [{ uuid: uuidOf(2), slot: slot(7), lastCheck: null }]);
    expect(await store.slots(uuidOf(2), NOON + 97 * SLOT_MS)).toEqual([
      { at: NOON + 97 * SLOT_MS, slot: slot(99) },
      { at: NOON + 98 * SLOT_MS, slot: slot(100) },
      { at: NOON + 99 * SLOT_MS, slot: slot(7) },
    ]);
    expect(await store.slots(uuidOf(40), 0)).toHaveLength(100);
    await store.close();
  });

  test('a slot that is saved late is found in its place', async () => {
    const store = await open();
    const save = (place: number) =>
      store.saveSlots(NOON + place * SLOT_MS, [
        { uuid: uuidOf(1), slot: { ...emptySlot, checks: place, seen: 8 }, lastCheck: null },
      ]);
    for (const place of [3, 1, 2]) await save(place);
    expect((await store.slots(uuidOf(1), 0))?.map(({ slot }) => slot.checks)).toEqual([1, 2, 3]);
    await store.close();
  });

  test('the fleet is found by time', async () => {
    const store = await open();
    for (const at of [NOON, NOON + SLOT_MS]) await finish(store, at);
    expect(await store.fleet(NOON + 1)).toEqual([fleetAt(NOON + SLOT_MS)]);
    expect(await store.fleet(0, 1)).toEqual([fleetAt(NOON)]);
    await store.close();
  });

  test('that days did not fit is known until they are too old to be remembered anyway', async () => {
    const store = await open();
    await store.append({ changes: [change('down', 0)], known: [], removed: [] });
    await finish(store);
    expect(store.shortenedTo()).toBeNull();
    await store.forget(NOON - 5 * MINUTE, true);
    await store.forget(NOON - 9 * MINUTE);
    expect(store.shortenedTo()).toBe(NOON - 5 * MINUTE);
    await store.forget(NOON - 5 * MINUTE);
    expect(store.shortenedTo()).toBeNull();
    await store.close();
  });

  test('what is older than a time is forgotten, removed monitors with it', async () => {
    const store = await open();
    const day = 24 * 60;
    const known = [1, 2].map((n) => ({ monitor: aMonitor(n), seenAt: null }));
    await store.append({
      changes: [change('down', 0, 1), change('down', 0, 3)],
      known,
      removed: [uuidOf(3)],
    });
    const entries = [{ uuid: uuidOf(1), slot: { ...emptySlot, seen: 8 }, lastCheck: null }];
    await store.saveSlots(NOON, entries);
    await finish(store);
    await store.append({ changes: [change('recovered', 3 * day, 1)], known: [], removed: [] });
    await store.saveSlots(NOON + 3 * day * MINUTE, entries);
    await finish(store, NOON + 3 * day * MINUTE);
    await store.forget(NOON + 2 * day * MINUTE);
    const lasted = { atLeastS: 3 * day * 60 - 20, atMostS: 3 * day * 60 + 20 };
    const { changes } = await store.changes({ limit: 10 });
    expect(changes, 'it is still known how long it lasted').toMatchObject([{ kind: 'recovered', lasted }]);
    expect(await store.slots(uuidOf(1), 0)).toHaveLength(1);
    expect(await store.fleet(0)).toEqual([fleetAt(NOON + 3 * day * MINUTE)]);
    expect(await store.slots(uuidOf(3), 0)).toBeNull();
    expect([...((await store.load())?.monitors.keys() ?? [])].sort()).toEqual([uuidOf(1), uuidOf(2)]);
    expect(await store.size()).toBeGreaterThan(0);
    await store.close();
  });
}
