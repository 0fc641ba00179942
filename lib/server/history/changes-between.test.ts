import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor, arbitraryMonitors } from '../inventory/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { changesBetween, type ObservedChange } from './changes-between.ts';
import { afterReading, type ListReading, type Observation } from './observation.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

/** What changes report of a monitor. */
type Reported = Pick<
  InventoryMonitor,
  'name' | 'type' | 'target' | 'port' | 'interval' | 'regions' | 'maintenance_mode' | 'condition'
>;

function reportedOf(monitor: InventoryMonitor): Reported {
  const { name, type, target, port, interval, regions, maintenance_mode, condition } = monitor;
  return { name, type, target, port, interval, regions: regions.toSorted(), maintenance_mode, condition };
}

function reading(
  at: number,
  monitors: readonly InventoryMonitor[],
  isComplete = true,
  until = at,
): ListReading {
  return {
    at,
    until,
    isComplete,
    monitors: new Map(monitors.map((monitor) => [monitor.monitor_uuid, monitor])),
  };
}

/** Applies changes to what was known before. */
function replay(
  first: ReadonlyMap<string, Reported>,
  changes: readonly ObservedChange[],
): Map<string, Reported> {
  const state = new Map(first);
  for (const { kind, monitor, condition, edits } of changes) {
    const uuid = monitor.monitor_uuid;
    const known = state.get(uuid);
    if (kind === 'removed') state.delete(uuid);
    else if (kind === 'added') state.set(uuid, reportedOf(monitor));
    else if (known && condition) {
      const edited = Object.fromEntries(
        Object.entries(edits ?? {}).map(([name, { after }]) => [
          name,
          Array.isArray(after) ? after.toSorted() : after,
        ]),
      );
      const maintenance_mode =
        kind === 'maintenance_on' || (kind === 'maintenance_off' ? false : known.maintenance_mode);
      const { checks: _, ...rest } = edited;
      state.set(uuid, { ...known, ...rest, condition, maintenance_mode });
    }
  }
  return state;
}

/** Conditions that fit the fields, as the inventory derives them. */
const consistent = arbitraryMonitors.map((monitors) =>
  monitors.map((monitor) => ({
    ...monitor,
    is_active: monitor.condition !== 'inactive',
    last_check_at:
      monitor.condition === 'pending' ? null : (monitor.last_check_at ?? '2026-11-20T11:00:00.000Z'),
  })),
);

test('replaying the changes over the first reading gives the last', () => {
  fc.assert(
    fc.property(fc.array(consistent, { minLength: 2, maxLength: 5 }), (lists) => {
      let known: Observation | null = null;
      const changes: ObservedChange[] = [];
      const [first = []] = lists;
      for (const [index, monitors] of lists.entries()) {
        const next = reading(NOON + index * MINUTE, monitors);
        changes.push(...changesBetween(known, next));
        known = afterReading(known, next);
      }
      const reported = new Map(first.map((monitor) => [monitor.monitor_uuid, reportedOf(monitor)]));
      const last = new Map(lists.at(-1)?.map((monitor) => [monitor.monitor_uuid, reportedOf(monitor)]));
      expect(replay(reported, changes)).toEqual(last);
    }),
  );
});

test('intervals lie between the readings, and their ends are in the order of the readings', () => {
  fc.assert(
    fc.property(fc.array(consistent, { minLength: 2, maxLength: 5 }), (lists) => {
      let known: Observation | null = null;
      for (const [index, monitors] of lists.entries()) {
        const next = reading(NOON + index * MINUTE, monitors, true, NOON + index * MINUTE + 20_000);
        for (const { from, to } of changesBetween(known, next)) {
          expect(from).toBeLessThanOrEqual(to);
          expect(to).toBeLessThanOrEqual(next.until);
          expect(to).toBeGreaterThan(known?.until ?? 0);
        }
        known = afterReading(known, next);
      }
    }),
  );
});

test('row 87: a monitor that is missing from incomplete readings and is there again has not changed', () => {
  fc.assert(
    fc.property(consistent, fc.array(fc.array(fc.nat(24)), { maxLength: 4 }), (monitors, missing) => {
      let known = afterReading(null, reading(NOON, monitors));
      for (const [index, places] of missing.entries()) {
        const rest = monitors.filter((_, place) => !places.includes(place));
        const next = reading(NOON + (index + 1) * MINUTE, rest, false);
        expect(changesBetween(known, next)).toEqual([]);
        known = afterReading(known, next);
      }
      const again = reading(
        NOON + 10 * MINUTE,
        monitors.map((monitor) => ({ ...monitor })),
      );
      expect(changesBetween(known, again)).toEqual([]);
    }),
  );
});

const kindsOf = (before: Partial<InventoryMonitor>, after: Partial<InventoryMonitor>) => {
  const known = afterReading(null, reading(NOON, [aMonitor(1, before)]));
  return changesBetween(known, reading(NOON + MINUTE, [aMonitor(1, after)])).map(({ kind }) => kind);
};
const checkedLater = {
  last_check_at: '2026-11-20T12:00:30.000Z',
  observed_since: '2026-11-20T12:00:30.000Z',
};
const down = { condition: 'down', last_status: 'down' } as const;

test.each<[Partial<InventoryMonitor>, Partial<InventoryMonitor>, string[]]>([
  [{}, { ...down, ...checkedLater }, ['down']],
  [down, checkedLater, ['recovered']],
  [{}, { condition: 'overdue' }, ['overdue']],
  [{ condition: 'overdue' }, checkedLater, ['reporting_again']],
  [{ condition: 'overdue' }, { ...down, ...checkedLater }, ['down']],
  [down, { condition: 'overdue', ...checkedLater }, ['recovered', 'overdue']],
  [{ condition: 'pending', last_check_at: null, last_status: null }, checkedLater, ['first_check']],
  [{}, { condition: 'inactive', is_active: false }, ['deactivated']],
  [{ condition: 'inactive', is_active: false }, {}, ['activated']],
  [{ condition: 'inactive', is_active: false }, down, ['activated', 'down']],
  [{}, { maintenance_mode: true }, ['maintenance_on']],
  [{ maintenance_mode: true }, { ...down, ...checkedLater }, ['maintenance_off', 'down']],
  [{}, { name: 'Renamed', updated_at: '2026-11-20T12:00:10.000Z' }, ['edited']],
  [{}, { updated_at: '2026-11-20T12:00:10.000Z' }, ['edited']],
  [{}, { is_active: false, condition: 'inactive', updated_at: '2026-11-20T12:00:10.000Z' }, ['deactivated']],
  [{}, { last_check_at: '2026-11-20T12:00:30.000Z', last_response_time_ms: 7 }, []],
  [{}, { condition: 'pending', last_check_at: null, last_status: null }, ['edited']],
])('from %j to %j: %j', (before, after, kinds) => {
  expect(kindsOf(before, after)).toEqual(kinds);
});

test('an edit has the values before and after of each field; none when a setting outside the list was edited', () => {
  const known = afterReading(null, reading(NOON, [aMonitor(1), aMonitor(2)]));
  const edited = [
    aMonitor(1, { interval: 30, regions: ['us-east'], updated_at: '2026-11-20T12:00:10.000Z' }),
    aMonitor(2, { updated_at: '2026-11-20T12:00:10.000Z' }),
  ];
  expect(changesBetween(known, reading(NOON + MINUTE, edited)).map(({ edits }) => edits)).toEqual([
    { interval: { before: 60, after: 30 }, regions: { before: ['eu-west'], after: ['us-east'] } },
    {},
  ]);
});

test('deleted checks are an edit with a name of its own, and another order of the regions is none', () => {
  const regions = ['eu-west', 'us-east'];
  const known = afterReading(null, reading(NOON, [aMonitor(1, down), aMonitor(2, { regions })]));
  const after = [
    aMonitor(1, { condition: 'pending', last_check_at: null, last_status: null }),
    aMonitor(2, { regions: regions.toReversed() }),
  ];
  expect(changesBetween(known, reading(NOON + MINUTE, after)).map(({ edits }) => edits)).toEqual([
    { checks: { before: 'down', after: null } },
  ]);
});

test('a failure happened after the last reading that showed it up, and by the check that found it', () => {
  const known = afterReading(null, reading(NOON, [aMonitor(1)]));
  const [change] = changesBetween(known, reading(NOON + MINUTE, [aMonitor(1, { ...down, ...checkedLater })]));
  expect(change).toMatchObject({ from: NOON, to: NOON + 30_000 });
});

test('row 84: after a gap one change spans it', () => {
  const known = afterReading(null, reading(NOON, [aMonitor(1)]));
  const at = NOON + 300 * MINUTE;
  const last = {
    last_check_at: new Date(at - 20_000).toISOString(),
    observed_since: new Date(at - 20_000).toISOString(),
  };
  expect(changesBetween(known, reading(at, [aMonitor(1, { ...down, ...last })]))).toEqual([
    expect.objectContaining({ kind: 'down', from: NOON, to: at - 20_000 }),
  ]);
});

test('a monitor counts as added only when it is certain that it was not there before', () => {
  const some = afterReading(null, reading(NOON, [aMonitor(1)], false));
  expect(changesBetween(some, reading(NOON + MINUTE, [aMonitor(1), aMonitor(2)]))).toEqual([]);
  const all = afterReading(some, reading(NOON + MINUTE, [aMonitor(1), aMonitor(2)]));
  const kinds = changesBetween(all, reading(NOON + 2 * MINUTE, [aMonitor(2), aMonitor(3, down)], true));
  expect(kinds.map(({ kind, monitor }) => `${kind} ${monitor.monitor_uuid.at(-1)}`)).toEqual([
    'added 3',
    'down 3',
    'removed 1',
  ]);
});

test('what one reading shows of a monitor ends together, so that the ends can be in the order of the changes', () => {
  const known = afterReading(null, reading(NOON, [aMonitor(1)]));
  const after = aMonitor(1, { ...down, ...checkedLater, maintenance_mode: true });
  expect(changesBetween(known, reading(NOON + MINUTE, [after]))).toMatchObject([
    { kind: 'maintenance_on', from: NOON, to: NOON + MINUTE },
    { kind: 'down', from: NOON, to: NOON + MINUTE },
  ]);
});

test('a failed check that an earlier reading did not contain yet is newer than that reading', () => {
  const known = afterReading(null, reading(NOON, [aMonitor(1)], true, NOON + 5_000));
  const late = { last_check_at: '2026-11-20T11:59:50.000Z', observed_since: '2026-11-20T11:59:50.000Z' };
  const [change] = changesBetween(known, reading(NOON + MINUTE, [aMonitor(1, { ...down, ...late })]));
  expect(change?.to).toBe(NOON + 5_001);
});

test('where upstream’s clock is ahead, a late result still means: since the check before', () => {
  // Upstream's clock is three minutes ahead: this check ran at 11:58:40 of ours, and the next one, which failed, at 11:59:40.
  const before = aMonitor(1, { interval: 60, last_check_at: '2026-11-20T12:01:40.000Z' });
  const after = aMonitor(1, {
    ...down,
    interval: 60,
    last_check_at: '2026-11-20T12:02:40.000Z',
    observed_since: '2026-11-20T11:59:40.000Z',
  });
  const known = afterReading(null, reading(NOON, [before]));
  const [change] = changesBetween(known, reading(NOON + MINUTE, [after]));
  expect(change?.from).toBe(Date.parse('2026-11-20T11:58:40.000Z'));
});

test('a monitor that incomplete readings have missed may have been added since the last complete one', () => {
  const complete = afterReading(null, reading(NOON, [aMonitor(1)]));
  const incomplete = afterReading(complete, reading(NOON + MINUTE, [aMonitor(1)], false));
  const next = reading(NOON + 2 * MINUTE, [aMonitor(1), aMonitor(2)]);
  expect(changesBetween(incomplete, next)).toMatchObject([
    { kind: 'added', from: NOON, to: NOON + 2 * MINUTE },
  ]);
});
