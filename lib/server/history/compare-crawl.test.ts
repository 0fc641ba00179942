import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { soundMonitors, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { spansOf } from './append-changes.ts';
import type { StoredChange } from './query-changes.ts';
import { setUpRecorder } from './recorder.fixtures.ts';

const MINUTE = 60_000;
const NUM_RUNS = generated(40);

/** The fields of a monitor that changes report; not all of them for an added one. */
type ReportedState = Partial<
  Pick<
    InventoryMonitor,
    'name' | 'type' | 'target' | 'port' | 'interval' | 'regions' | 'maintenance_mode' | 'condition'
  >
>;

/**
 * The monitors that exist, and what a crawl shows: all of them, or only the first few. `notFound`: monitors whose detail was
 * answered with 404.
 */
const arbitraryCrawl = fc.record({
  monitors: soundMonitors,
  shown: fc.option(fc.nat(25), { nil: null }),
  notFound: fc.uniqueArray(fc.nat(30), { maxLength: 8 }),
  isRestarted: fc.boolean(),
});
type CrawlCase = typeof arbitraryCrawl extends fc.Arbitrary<infer T> ? T : never;

const uuidsOf = (monitors: readonly InventoryMonitor[]) =>
  new Set(monitors.map(({ monitor_uuid }) => monitor_uuid));
const without = (uuids: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...uuids].filter((uuid) => !others.has(uuid));

/** Records crawls at intervals of a minute. */
async function setUp() {
  const { clock, read, recorder, restart, store } = await setUpRecorder();
  return {
    clock,
    store,
    /** Everything that was recorded, the oldest first. */
    changes: async () => (await store.changes({ limit: 1000 })).changes.toReversed(),
    async record({ monitors, shown, notFound, isRestarted }: CrawlCase) {
      clock.advance(MINUTE);
      if (isRestarted) await restart();
      const existing = uuidsOf(monitors);
      const gone = notFound.map(uuidOf).filter((uuid) => !existing.has(uuid));
      const removed = new Map(gone.map((uuid) => [uuid, clock.now()]));
      const snapshot = await read(
        monitors.slice(0, shown ?? monitors.length),
        shown === null ? 'complete' : 'none',
        { removed },
      );
      expect(recorder().failingSince()).toBeNull();
      return snapshot;
    },
  };
}

const sorted = (regions: unknown) => (Array.isArray(regions) ? regions.toSorted() : regions);

function reportedStateOf(monitor: InventoryMonitor): Required<ReportedState> {
  const { name, type, target, port, interval, regions, maintenance_mode, condition } = monitor;
  return { name, type, target, port, interval, regions: regions.toSorted(), maintenance_mode, condition };
}

/** The fields of the monitor after a change, as far as the change reports them. */
function stateReportedBy({ kind, monitor, edits }: StoredChange): ReportedState {
  switch (kind) {
    case 'added': {
      const { name, type, target, port, regions } = monitor;
      return { name, type, target, port, regions: regions.toSorted() };
    }
    case 'edited': {
      const { checks, ...settings } = edits ?? {};
      const after = Object.entries(settings).map(([name, edit]) => [name, sorted(edit.after)]);
      return { ...Object.fromEntries(after), ...(checks ? { condition: 'pending' } : {}) };
    }
    case 'maintenance_on':
      return { maintenance_mode: true };
    case 'maintenance_off':
      return { maintenance_mode: false };
    case 'down':
    case 'overdue':
      return { condition: kind };
    case 'status_unknown':
      return { condition: 'unknown' };
    case 'recovered':
    case 'reporting_again':
    case 'first_check':
      return { condition: 'up' };
    case 'deactivated':
      return { condition: 'inactive' };
    // Up or pending.
    case 'activated':
    case 'removed':
      return {};
  }
}

/** Applies changes to what the first crawl showed. */
function replay(
  first: readonly InventoryMonitor[],
  changes: readonly StoredChange[],
): Map<string, ReportedState> {
  const state = new Map<string, ReportedState>(
    first.map((monitor) => [monitor.monitor_uuid, reportedStateOf(monitor)]),
  );
  for (const change of changes) {
    const { kind, monitor } = change;
    const uuid = monitor.monitor_uuid;
    const { condition, ...rest } = state.get(uuid) ?? {};
    expect(state.has(uuid), `${kind} ${uuid}`).toBe(kind !== 'added');
    if (kind === 'removed') state.delete(uuid);
    else {
      const before = kind === 'activated' || condition === undefined ? rest : { ...rest, condition };
      state.set(uuid, { ...before, ...stateReportedBy(change) });
    }
  }
  return state;
}

test('replaying the recorded changes over the first snapshot gives the last, also with incomplete crawls and restarts', async () => {
  const crawls = fc.array(arbitraryCrawl, { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(arbitraryCrawl, crawls, arbitraryCrawl, async (begin, between, end) => {
      const { record, changes } = await setUp();
      // The first crawl is complete: an incomplete one does not show which monitors exist.
      const first = await record({ ...begin, shown: null });
      for (const one of between) await record(one);
      const last = await record({ ...end, shown: null });
      const replayed = replay(first.monitors, await changes());
      expect([...replayed.keys()].sort()).toEqual([...uuidsOf(last.monitors)].sort());
      for (const monitor of last.monitors) {
        expect(reportedStateOf(monitor)).toMatchObject(replayed.get(monitor.monitor_uuid) ?? {});
      }
    }),
    { numRuns: NUM_RUNS },
  );
});

test('row 87: a monitor is removed exactly when the list no longer has it, and each addition and removal happened within its interval', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryCrawl, { minLength: 2, maxLength: 5 }), async (crawls) => {
      const { clock, record, changes } = await setUp();
      const removals = async () => (await changes()).filter(({ kind }) => kind === 'removed').length;
      /** When monitors began and ceased to exist. */
      const truth: { kind: string; uuid: string; at: number }[] = [];
      let existing = uuidsOf(crawls[0]?.monitors ?? []);
      let listed = new Set<string>();
      for (const one of crawls) {
        const before = await removals();
        const snapshot = await record(one);
        const now = uuidsOf(one.monitors);
        const at = clock.now();
        for (const uuid of without(now, existing)) truth.push({ kind: 'added', uuid, at });
        for (const uuid of without(existing, now)) truth.push({ kind: 'removed', uuid, at });
        existing = now;
        const gone = without(listed, uuidsOf(snapshot.monitors));
        listed = uuidsOf(snapshot.monitors);
        expect(await removals()).toBe(before + gone.length);
      }
      for (const { kind, from, to, monitor } of await changes()) {
        if (kind !== 'added' && kind !== 'removed') continue;
        const times = truth.filter((one) => one.kind === kind && one.uuid === monitor.monitor_uuid);
        expect(times.some(({ at }) => at > from && at <= to)).toBe(true);
      }
    }),
    { numRuns: NUM_RUNS },
  );
});

test('the list and the history agree on when a condition began, also after incomplete crawls and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryCrawl, { minLength: 2, maxLength: 6 }), async (crawls) => {
      const { record, changes } = await setUp();
      let rows: readonly InventoryMonitor[] = [];
      for (const one of crawls) rows = (await record(one)).monitors;
      const all = (await changes()).toReversed();
      for (const { monitor_uuid, condition, changed_at, changed_after } of rows) {
        const newest = all.find(({ kind, monitor, edits }) => {
          const { ends, begins } = spansOf(kind, edits?.checks !== undefined);
          return monitor.monitor_uuid === monitor_uuid && [...ends, begins].includes('condition');
        });
        // For an added monitor, only the history knows when it was first seen.
        if (changed_at === null || condition === 'pending') continue;
        const iso = (at = 0) => new Date(at).toISOString();
        expect([iso(newest?.from), iso(newest?.to)]).toEqual([changed_after, changed_at]);
      }
    }),
    { numRuns: NUM_RUNS },
  );
});
