import { expect, test } from 'vitest';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { conditionChange } from '../inventory/snapshot/condition.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { changesOf, type Observation } from './compare-crawl.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const MINUTE = 60_000;

/** What is known after a complete crawl of these monitors at noon. */
function knownAfter(monitors: readonly InventoryMonitor[], times: Partial<Observation> = {}): Observation {
  const seen = monitors.map((monitor) => [monitor.monitor_uuid, { monitor, seenAt: NOON }] as const);
  return { at: NOON, until: NOON, completeAt: NOON, isComplete: true, ...times, monitors: new Map(seen) };
}

/** The changes of one monitor that is read at a time. The list says when its condition began. */
function changesAt(
  at: number,
  known: Observation,
  monitor: InventoryMonitor,
  { until = at, clockAhead = 0, updatedByChecks = false } = {},
) {
  const before = known.monitors.get(monitor.monitor_uuid);
  const times = { began: Date.parse(monitor.observed_since), lastUntil: known.until, clockAhead };
  const lastSeen = before?.seenAt ?? 0;
  const row = { ...monitor, ...conditionChange(monitor.condition, before?.monitor, { ...times, lastSeen }) };
  return changesOf(row, known, { at, until, updatedByChecks, clockError: 0 });
}

const kindsOf = (before: Partial<InventoryMonitor>, after: Partial<InventoryMonitor>) => {
  const known = knownAfter([aMonitor(1, before)]);
  return changesAt(NOON + MINUTE, known, aMonitor(1, after)).map(({ kind }) => kind);
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
  [{}, { condition: 'unknown', last_status: 'degraded' }, ['status_unknown']],
  [down, { condition: 'unknown', last_status: 'degraded' }, ['status_unknown']],
  [down, { condition: 'overdue', last_status: 'degraded' }, ['overdue']],
  [{ condition: 'unknown', last_status: 'degraded' }, checkedLater, ['reporting_again']],
  [{ condition: 'unknown', last_status: 'degraded' }, { ...down, ...checkedLater }, ['down']],
  [{ condition: 'unknown', last_status: 'degraded' }, { condition: 'overdue' }, ['overdue']],
  [{ condition: 'inactive', is_active: false }, { condition: 'unknown' }, ['activated', 'status_unknown']],
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

test('a field that is unknown in one of two crawls is not an edit', () => {
  const odd = { name: '', port: null, regions: [], interval: null, updated_at: null };
  const unknown = { ...odd, unknown_fields: Object.keys(odd) };
  expect(kindsOf({}, unknown)).toEqual([]);
  expect(kindsOf(unknown, {})).toEqual([]);
  expect(kindsOf(unknown, { target: 'db-2.example.com' })).toEqual(['edited']);
});

test('an edit has the values before and after of each field; none when a setting outside the list was edited', () => {
  const known = knownAfter([aMonitor(1), aMonitor(2)]);
  const edited = [
    aMonitor(1, { interval: 30, regions: ['us-east'], updated_at: '2026-11-20T12:00:10.000Z' }),
    aMonitor(2, { updated_at: '2026-11-20T12:00:10.000Z' }),
  ];
  const changes = edited.flatMap((monitor) => changesAt(NOON + MINUTE, known, monitor));
  expect(changes.map(({ edits }) => edits)).toEqual([
    { interval: { before: 60, after: 30 }, regions: { before: ['eu-west'], after: ['us-east'] } },
    {},
  ]);
});

test('deleted checks are an edit with its own name, and another order of the regions is not an edit', () => {
  const regions = ['eu-west', 'us-east'];
  const known = knownAfter([aMonitor(1, down), aMonitor(2, { regions })]);
  const after = [
    aMonitor(1, { condition: 'pending', last_check_at: null, last_status: null }),
    aMonitor(2, { regions: regions.toReversed() }),
  ];
  const changes = after.flatMap((monitor) => changesAt(NOON + MINUTE, known, monitor));
  expect(changes.map(({ edits }) => edits)).toEqual([{ checks: { before: 'down', after: null } }]);
});

test('a monitor counts as added only when it is certain that it was not there before', () => {
  const all = knownAfter([aMonitor(1)]);
  expect(changesAt(NOON + MINUTE, { ...all, completeAt: null }, aMonitor(2))).toEqual([]);
  expect(changesAt(NOON + MINUTE, all, aMonitor(2, down))).toMatchObject([
    { kind: 'added', from: NOON, to: NOON + MINUTE },
    { kind: 'down', from: NOON, to: NOON + MINUTE },
  ]);
});

test('the changes of the condition in one crawl end together; other changes end when they were read', () => {
  const known = knownAfter([aMonitor(1, { condition: 'inactive', is_active: false })]);
  const after = aMonitor(1, { ...down, ...checkedLater, maintenance_mode: true });
  expect(changesAt(NOON + MINUTE, known, after)).toMatchObject([
    { kind: 'maintenance_on', from: NOON, to: NOON + MINUTE },
    { kind: 'activated', from: NOON, to: NOON + MINUTE / 2 },
    { kind: 'down', from: NOON, to: NOON + MINUTE / 2 },
  ]);
});

test('a failed check that an earlier crawl did not contain yet is newer than that crawl', () => {
  const known = knownAfter([aMonitor(1)], { until: NOON + 5_000 });
  const late = { last_check_at: '2026-11-20T11:59:50.000Z', observed_since: '2026-11-20T11:59:50.000Z' };
  const [change] = changesAt(NOON + MINUTE, known, aMonitor(1, { ...down, ...late }));
  expect(change?.to).toBe(NOON + 5_001);
});

const created = { updated_at: '2025-06-02T03:04:05.678Z', timeout_ms: 10_000, http_method: 'GET' };
const modified = { updated_at: '2026-11-20T12:00:30.000Z' };

test('the settings of a modified monitor are compared if they are known before and after', () => {
  const known = knownAfter([aMonitor(1, created)]);
  const changes = (after: Partial<InventoryMonitor>) =>
    changesAt(NOON + MINUTE, known, aMonitor(1, { ...modified, ...after }));
  expect(changes({ timeout_ms: 30_000, http_method: 'GET', name: 'New' })).toEqual([
    expect.objectContaining({
      edits: {
        timeout_ms: { before: 10_000, after: 30_000 },
        name: { before: 'Orders database', after: 'New' },
      },
    }),
  ]);
  expect(changes({ timeout_ms: 10_000 }), 'they have not been read again').toEqual([]);
  expect(changes({ http_method: 'HEAD' })).toMatchObject([{ edits: { http_method: { after: 'HEAD' } } }]);
});

test('settings that are read later are an edit since the modification', () => {
  const outdated = { timeout_ms: 10_000, description: null, settings_as_of: new Date(NOON).toISOString() };
  const before = aMonitor(1, { ...modified, ...outdated });
  const known = knownAfter([]);
  const seen = new Map([[before.monitor_uuid, { monitor: before, seenAt: NOON + MINUTE }]]);
  const read = (settings: Partial<InventoryMonitor>) =>
    changesAt(NOON + 2 * MINUTE, { ...known, monitors: seen }, aMonitor(1, { ...modified, ...settings }));
  expect(read({ timeout_ms: 30_000, description: null })).toMatchObject([
    {
      kind: 'edited',
      edits: { timeout_ms: { before: 10_000, after: 30_000 } },
      from: Date.parse(modified.updated_at) - 1,
      to: NOON + 2 * MINUTE,
    },
  ]);
  expect(read({ timeout_ms: 10_000, description: null })).toEqual([]);
});

test('row 102: where updated_at moves with the checks, it alone is no edit', () => {
  const known = knownAfter([aMonitor(1, created)]);
  const changes = (after: Partial<InventoryMonitor>) =>
    changesAt(NOON + MINUTE, known, aMonitor(1, { ...modified, ...after }), { updatedByChecks: true });
  expect(changes({})).toEqual([]);
  expect(changes({ interval: 30 })).toMatchObject([{ kind: 'edited', edits: { interval: { after: 30 } } }]);
});
