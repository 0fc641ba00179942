import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ListFields, listedMonitorSchema } from '../../../contract/monitor.ts';
import { generated } from '../../../testing/property-runs.ts';
import { naiveSort } from '../query/naive-inventory.fixtures.ts';
import { aMonitor, arbitraryFields, fieldsOf, uuidOf } from './arbitrary-monitors.fixtures.ts';
import { conditionOf, observedSince } from './condition.ts';
import { buildSnapshot, type Snapshot, withoutMonitor } from './snapshot.ts';

const start = Date.parse('2026-11-20T12:00:00.000Z');
const minute = 60_000;

function crawl(rows: readonly ListFields[], previous: Snapshot | null = null, more = {}): Snapshot {
  const asOf = previous ? previous.asOf + minute : start;
  const readings = rows.map((monitor) => ({ monitor, asOf, upstreamNow: asOf }));
  return buildSnapshot({ rows: readings, previous, asOf, evidence: 'complete', missing: null, ...more });
}

const uuids = (snapshot: Snapshot) => snapshot.monitors.map((monitor) => monitor.monitor_uuid);
const since = (snapshot: Snapshot) => snapshot.monitors.map((monitor) => monitor.observed_since);
const up = {
  ...fieldsOf(aMonitor(1)),
  last_status: 'up',
  is_active: true,
  last_check_at: new Date(start).toISOString(),
};
const down = { ...up, last_status: 'down' };
const derived = {
  condition: true,
  observed_since: true,
  changed_at: true,
  changed_after: true,
  flapping: true,
  description: true,
  http_method: true,
  expected_status_codes: true,
  follow_redirects: true,
  timeout_ms: true,
  settings_as_of: true,
} as const;
const fieldNames = z.keyof(z.omit(listedMonitorSchema, derived)).options;
const inactive = { ...up, is_active: false };

test('a snapshot has the rows in upstream’s order, with unchanged fields', () => {
  fc.assert(
    fc.property(fc.uniqueArray(arbitraryFields, { selector: (row) => row.monitor_uuid }), (rows) => {
      const { monitors } = crawl(rows);
      const read = { asOf: start, upstreamNow: start };
      const expected = rows.map((fields) => ({
        ...fields,
        condition: conditionOf(fields, start),
        observed_since: observedSince(conditionOf(fields, start), { monitor: fields, ...read }, undefined),
        changed_at: null,
        changed_after: null,
        flapping: false,
      }));
      expect(monitors).toEqual(naiveSort(expected, undefined, 'asc'));
    }),
  );
});

test('observed_since is kept while the condition does not change', () => {
  const first = crawl([up]);
  const second = crawl([{ ...up, name: 'renamed' }], first);
  const third = crawl([down], second);
  const fourth = crawl([down], third);
  const fifth = crawl([up], fourth);
  expect([first, second, third, fourth, fifth].map((snapshot) => since(snapshot)[0])).toEqual([
    '2026-11-20T12:00:00.000Z',
    '2026-11-20T12:00:00.000Z',
    '2026-11-20T12:02:00.000Z',
    '2026-11-20T12:02:00.000Z',
    '2026-11-20T12:04:00.000Z',
  ]);
});

test('observed_since is the check of the first reading in the last run of equal conditions', () => {
  const reading = fc.record({ isDown: fc.boolean(), checkedAgo: fc.integer({ min: 0, max: 3 * minute }) });
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 12 }), (course) => {
      let snapshot: Snapshot | null = null;
      for (const [n, { isDown, checkedAgo }] of course.entries()) {
        const last_check_at = new Date(start + n * minute - checkedAgo).toISOString();
        snapshot = crawl([{ ...(isDown ? down : inactive), last_check_at }], snapshot);
      }
      const isDownNow = course.at(-1)?.isDown === true;
      const first = course.findLastIndex(({ isDown }) => isDown !== isDownNow) + 1;
      const reportedAt = start + first * minute;
      const before = course[first - 1];
      const checkedAt = reportedAt - (course[first]?.checkedAgo ?? 0);
      const isNewCheck = before === undefined || checkedAt !== reportedAt - minute - before.checkedAgo;
      const startedAt = isDownNow && isNewCheck ? checkedAt : reportedAt;
      expect(snapshot && since(snapshot)).toEqual([new Date(startedAt).toISOString()]);
    }),
  );
});

test('observed_since uses the time of the row’s own response, which may be later than the start of the crawl', () => {
  const last_check_at = new Date(start + 30_000).toISOString();
  const later = { monitor: { ...down, last_check_at }, asOf: start + 40_000, upstreamNow: start + 40_000 };
  const snapshot = crawl([], null, { rows: [later] });
  expect(since(snapshot)).toEqual([last_check_at]);
});

test('a missing monitor is kept unchanged, and keeps its observed_since when it is found again', () => {
  const other = { ...up, monitor_uuid: uuidOf(2) };
  const first = crawl([up, other]);
  const second = crawl([other], first);
  expect(second.monitors).toContain(first.monitors[0]);
  expect([...second.keptMonitors.keys()]).toEqual([uuidOf(1)]);
  const back = crawl([up, other], second);
  expect(since(back)[0]).toBe(since(first)[0]);
  expect(back.keptMonitors.size).toBe(0);
  const removed = crawl([other], second);
  expect(uuids(removed)).toEqual([uuidOf(2)]);
  expect(removed.keptMonitors.size).toBe(0);
});

test('a change of any single field is applied', () => {
  const others = fc.tuple(arbitraryFields, fc.constantFrom(...fieldNames));
  fc.assert(
    fc.property(arbitraryFields, others, (before, [other, name]) => {
      const after = { ...before, [name]: other[name], monitor_uuid: before.monitor_uuid };
      const [row] = crawl([after], crawl([before])).monitors;
      expect(row && fieldsOf(row)).toEqual(after);
    }),
    { numRuns: generated(1000) },
  );
});

test('a region that looks like a JSON list is not confused with that list', () => {
  const regions = [['a', 'b'], ['["a","b"]'], [], ['[]'], ['']];
  const rows = regions.map((list, n) => ({ ...up, monitor_uuid: uuidOf(n), regions: list }));
  expect(crawl(rows).monitors.map((monitor) => monitor.regions)).toEqual(regions);
});

test('monitors with a 404 are removed at once, ignoring the case of their UUIDs', () => {
  const lettered = { ...up, monitor_uuid: '0000000A-0000-4000-8000-000000000000' };
  const uuid = '0000000a-0000-4000-8000-000000000000';
  const removed = new Map([[uuid, start + minute]]);
  expect(uuids(crawl([up, lettered], null, { removed }))).toEqual([uuidOf(1)]);
  const absent = crawl([], crawl([up, lettered]), { removed });
  expect(uuids(absent)).toEqual([uuidOf(1)]);
  expect([...absent.keptMonitors.keys()]).toEqual([uuidOf(1)]);
  const all = crawl([up, lettered]);
  const without = withoutMonitor(all, uuid);
  expect(uuids(without)).toEqual([uuidOf(1)]);
  expect(without.id).toBeGreaterThan(all.id);
});

test('ids increase, even when the clock is set back', () => {
  const first = crawl([up]);
  const back = crawl([up], first, { asOf: start - 10 * minute });
  expect(back.id).toBeGreaterThan(first.id);
  expect(crawl([up], back).id).toBeGreaterThan(back.id);
});

test('when the beginning of a condition was observed, it is known between which times it began', () => {
  const first = crawl([up]);
  expect(first.monitors[0]).toMatchObject({ changed_at: null, changed_after: null });
  const check = new Date(start + 30_000).toISOString();
  const second = crawl([{ ...down, last_check_at: check }], first);
  const began = { changed_at: check, changed_after: new Date(start).toISOString() };
  expect(second.monitors[0]).toMatchObject(began);
  const third = crawl([{ ...down, last_check_at: new Date(start + 90_000).toISOString() }], second);
  expect(third.monitors[0], 'kept while it lasts').toMatchObject(began);
  const fourth = crawl([], third, { evidence: 'none', missing: { count: 1, reason: 'page_failed' } });
  const recovered = new Date(start + 230_000).toISOString();
  const fifth = crawl([{ ...up, last_check_at: recovered }], fourth);
  expect(fifth.monitors[0], 'after the last crawl that found it').toMatchObject({
    changed_at: recovered,
    changed_after: new Date(third.asOf).toISOString(),
  });
});

test('a monitor that a failed page has missed is as flapping as before when it is read again', () => {
  let snapshot = crawl([up]);
  for (const one of [down, up, down, up]) snapshot = crawl([one], snapshot);
  expect(snapshot.monitors[0]?.flapping).toBe(true);
  const missed = crawl([], snapshot, { evidence: 'none', missing: { count: 1, reason: 'page_failed' } });
  expect(missed.recentChanges).toEqual(snapshot.recentChanges);
  expect(crawl([up], missed).monitors[0]?.flapping).toBe(true);
  let later = missed;
  for (let n = 0; n < 61; n += 1) later = crawl([], later, { evidence: 'none', missing: missed.missing });
  expect(later.recentChanges.size, 'all are older than an hour').toBe(0);
});

test('four changes within an hour are flapping, until the hour is over', () => {
  let snapshot = crawl([up]);
  const seen: (boolean | undefined)[] = [];
  for (let n = 1; n <= 64; n += 1) {
    const at = { last_check_at: new Date(start + n * minute - 10_000).toISOString() };
    snapshot = crawl([{ ...(n % 2 === 1 && n < 5 ? down : up), ...at }], snapshot);
    seen.push(snapshot.monitors[0]?.flapping);
  }
  expect(seen.slice(0, 4)).toEqual([false, false, false, true]);
  // The first change, 50 s after the start, is an hour old when n is 61.
  expect(seen.indexOf(false, 4)).toBe(60);
  expect(snapshot.recentChanges.size, 'all are forgotten').toBe(0);
});
