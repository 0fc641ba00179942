import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ListFields, MonitorSettings } from '../../../contract/monitor.ts';
import { generated } from '../../../testing/property-runs.ts';
import { readDetail } from '../../upstream/schema.ts';
import { wireDetail } from '../../upstream/wire-monitors.fixtures.ts';
import { aMonitor, fieldsOf, uuidOf } from './arbitrary-monitors.fixtures.ts';
import {
  areSettingsKnown,
  areUpdatedByChecks,
  type ReadSettings,
  settingsOf,
  settingsRead,
} from './monitor-settings.ts';
import { buildSnapshot, type Snapshot, withoutMonitor } from './snapshot.ts';

const start = Date.parse('2026-11-20T12:00:00.000Z');
const created = { updated_at: '2025-06-02T03:04:05.678Z' };
const edited = { updated_at: '2026-11-20T12:00:30.000Z' };
const [slow, fast] = [{ timeout_ms: 30_000 }, { timeout_ms: 10_000 }];

/**
 * A crawl of these rows, a minute after the previous one.
 *
 * @param read the details read before it ended, by number
 * @param readMs when they were read: milliseconds after the rows
 */
function crawl(
  rows: readonly Partial<ListFields>[],
  previous: Snapshot | null = null,
  read: Readonly<Record<number, Omit<ReadSettings, 'readAt'>>> = {},
  readMs = -1,
): Snapshot {
  const asOf = previous ? previous.asOf + 60_000 : start;
  const readings = rows.map((row, n) => ({
    monitor: { ...fieldsOf(aMonitor(n)), ...row },
    asOf,
    upstreamNow: asOf,
  }));
  const readSettings = new Map(
    Object.entries(read).map(([n, settings]) => [uuidOf(Number(n)), { ...settings, readAt: asOf + readMs }]),
  );
  const result = { rows: readings, previous, asOf, evidence: 'complete', missing: null } as const;
  return buildSnapshot({ ...result, readSettings });
}

const known = (snapshot: Snapshot): (MonitorSettings | undefined)[] =>
  snapshot.monitors.toSorted((a, b) => (a.monitor_uuid < b.monitor_uuid ? -1 : 1)).map(settingsOf);

const asOf = (minutes: number) => ({ settings_as_of: new Date(start + minutes * 60_000).toISOString() });

test('settings are known from their reading on; after a modification as of the crawl before, until they are read again', () => {
  const first = crawl([created, created], null, { 0: { settings: fast, ...created } });
  expect(known(first)).toEqual([fast, undefined]);
  const second = crawl([created, created], first);
  expect(known(second)).toEqual([fast, undefined]);
  const third = crawl([edited, created], second);
  expect(known(third)).toEqual([{ ...fast, ...asOf(1) }, undefined]);
  const fourth = crawl([edited, created], third);
  expect(known(fourth)).toEqual([{ ...fast, ...asOf(1) }, undefined]);
  const fifth = crawl([edited, created], fourth, { 0: { settings: slow, ...edited } });
  expect(known(fifth)).toEqual([slow, undefined]);
});

test('settings of another version than the row say as of when they are, in whatever form the time is written', () => {
  const sameTime = { updated_at: '2025-06-02T05:04:05.678+02:00' };
  const read = { 0: { settings: fast, ...created }, 1: { settings: fast, ...sameTime } };
  const [old, same] = known(crawl([edited, created], null, read, -1000));
  expect(old).toEqual({ ...fast, settings_as_of: new Date(start - 1000).toISOString() });
  expect(same).toEqual(fast);
  const unknown = { updated_at: null };
  const [never] = known(crawl([unknown], null, { 0: { settings: fast, ...unknown } }, -1000));
  expect(never, 'nobody knows whether it was modified').toEqual(old);
});

test('a detail that was read after the row is newer than the row', () => {
  const first = crawl([created], null, { 0: { settings: slow, ...edited } }, 1000);
  expect(known(first)).toEqual([slow]);
});

test('a detail without any setting that can be understood replaces nothing', () => {
  const first = crawl([created], null, { 0: { settings: fast, ...created } });
  const second = crawl([edited], first, { 0: { settings: {}, ...edited } });
  expect(known(second)).toEqual([{ ...fast, ...asOf(0) }]);
});

test('the settings of a missed monitor are kept, and those of a removed monitor are not', () => {
  const first = crawl([created, created], null, { 1: { settings: fast, ...created } });
  const missed = crawl([created], crawl([created, edited], first));
  expect(known(missed)).toEqual([undefined, { ...fast, ...asOf(0) }]);
  expect(known(withoutMonitor(missed, uuidOf(1)))).toEqual([undefined]);
});

test('the number of monitors with known settings never falls', () => {
  const version = fc.constantFrom(null, created.updated_at, edited.updated_at);
  const readings = fc.record({
    versions: fc.array(version, { minLength: 3, maxLength: 3 }),
    read: fc.dictionary(
      fc.constantFrom('0', '1', '2'),
      fc.record({ settings: fc.constantFrom(fast, slow, {}), updated_at: version }),
    ),
    readMs: fc.constantFrom(-1000, 1000),
  });
  fc.assert(
    fc.property(fc.array(readings, { maxLength: 8 }), (crawls) => {
      let last: Snapshot | null = null;
      let count = 0;
      for (const { versions, read, readMs } of crawls) {
        last = crawl(
          versions.map((updated_at) => ({ updated_at })),
          last,
          read,
          readMs,
        );
        const now = last.monitors.filter(areSettingsKnown).length;
        expect(now).toBeGreaterThanOrEqual(count);
        count = now;
      }
    }),
    { numRuns: generated(300) },
  );
});

test('a field of a detail that cannot be understood stays unknown', () => {
  const data = { ...wireDetail(1), timeout_ms: 'soon', http_method: null };
  const detail = readDetail({ data }, uuidOf(1));
  if (!detail.ok) throw new Error(detail.reason);
  const { settings } = settingsRead({ value: detail.value, asOf: start, upstreamNow: start });
  expect(settings).toEqual({
    description: null,
    http_method: null,
    expected_status_codes: [200, 204],
    follow_redirects: true,
  });
});

/** Crawls in which each monitor was checked; `updated_at` of the given share of them has moved. */
function crawlsWith(shares: readonly number[]): Snapshot {
  let [snapshot, at]: [Snapshot | null, number] = [null, start];
  let rows: Partial<ListFields>[] = Array.from({ length: 10 }, () => created);
  for (const share of [0, ...shares]) {
    at += 60_000;
    const last_check_at = new Date(at).toISOString();
    rows = rows.map((row, n) => ({
      ...row,
      last_check_at,
      ...(n < share * 10 ? { updated_at: last_check_at } : {}),
    }));
    snapshot = crawl(rows, snapshot, snapshot ? {} : { 0: { settings: fast, ...created } });
  }
  if (snapshot === null) throw new Error('there is at least one crawl');
  return snapshot;
}

test('row 102: updated_at that moves with the checks of most monitors is noticed, and so is its end', () => {
  expect(areUpdatedByChecks(crawlsWith([1]))).toBe(false);
  expect(areUpdatedByChecks(crawlsWith([1, 0.6]))).toBe(true);
  expect(areUpdatedByChecks(crawlsWith([0.5, 0.5, 0.5, 0.5]))).toBe(false);
  expect(areUpdatedByChecks(crawlsWith([1, 1, 1, 0.1]))).toBe(false);
});

test('a crawl without new checks says nothing about updated_at', () => {
  const noticed = crawlsWith([1, 1]);
  const rows = noticed.monitors.map(fieldsOf);
  expect(areUpdatedByChecks(crawl(rows, noticed))).toBe(true);
  expect(areUpdatedByChecks(crawl([...rows.slice(1), { ...rows[0], ...edited }], noticed))).toBe(true);
});
