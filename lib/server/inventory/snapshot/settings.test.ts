import { expect, test } from 'vitest';
import type { ListFields, MonitorSettings } from '../../../contract/monitor.ts';
import { readDetail } from '../../upstream/schema.ts';
import { wireDetail } from '../../upstream/wire-monitors.fixtures.ts';
import { aMonitor, fieldsOf, uuidOf } from './arbitrary-monitors.fixtures.ts';
import { areUpdatedByChecks, type ReadSettings, settingsOf, settingsRead } from './settings.ts';
import { buildSnapshot, type Snapshot, withoutMonitor } from './snapshot.ts';

const start = Date.parse('2026-11-20T12:00:00.000Z');
const created = { updated_at: '2025-06-02T03:04:05.678Z' };
const edited = { updated_at: '2026-11-20T12:00:30.000Z' };
const [slow, fast] = [{ timeout_ms: 30_000 }, { timeout_ms: 10_000 }];

/** A crawl of these rows, a minute after the previous one. @param read the details read before it ended, by number */
function crawl(
  rows: readonly Partial<ListFields>[],
  previous: Snapshot | null = null,
  read: Readonly<Record<number, Omit<ReadSettings, 'readAt'>>> = {},
): Snapshot {
  const asOf = previous ? previous.asOf + 60_000 : start;
  const readings = rows.map((row, n) => ({
    monitor: { ...fieldsOf(aMonitor(n)), ...row },
    ...{ asOf, upstreamNow: asOf },
  }));
  const readSettings = new Map(
    Object.entries(read).map(([n, settings]) => [uuidOf(Number(n)), { ...settings, readAt: asOf }]),
  );
  const result = { rows: readings, previous, asOf, evidence: 'complete', missing: null } as const;
  return buildSnapshot({ ...result, readSettings });
}

const known = (snapshot: Snapshot): (MonitorSettings | undefined)[] =>
  snapshot.monitors.toSorted((a, b) => (a.monitor_uuid < b.monitor_uuid ? -1 : 1)).map(settingsOf);

test('only settings that were read are known, and only until the monitor is modified', () => {
  const first = crawl([created, created], null, { 0: { settings: fast, ...created } });
  expect(known(first)).toEqual([fast, undefined]);
  const second = crawl([created, created], first);
  expect(known(second)).toEqual([fast, undefined]);
  const third = crawl([edited, created], second);
  expect(known(third)).toEqual([undefined, undefined]);
  expect([...third.earlierSettings]).toEqual([[uuidOf(0), fast]]);
  const fourth = crawl([edited, created], third, { 0: { settings: slow, ...edited } });
  expect(known(fourth)).toEqual([slow, undefined]);
  expect(fourth.earlierSettings.size).toBe(0);
});

test('settings of another version than the row are not shown, in whatever form the time is written', () => {
  const sameTime = { updated_at: '2025-06-02T05:04:05.678+02:00' };
  const read = { 0: { settings: fast, ...edited }, 1: { settings: fast, ...sameTime } };
  expect(known(crawl([created, created], null, read))).toEqual([undefined, fast]);
  const unknown = { updated_at: null };
  expect(known(crawl([unknown], null, { 0: { settings: fast, ...unknown } }))).toEqual([undefined]);
});

test('the earlier settings of a missed monitor are kept, and those of a removed monitor are not', () => {
  const first = crawl([created, created], null, { 1: { settings: fast, ...created } });
  const moved = crawl([created, edited], first);
  const missed = crawl([created], moved);
  expect([...missed.earlierSettings]).toEqual([[uuidOf(1), fast]]);
  expect(withoutMonitor(missed, uuidOf(1)).earlierSettings.size).toBe(0);
  const both = crawl([created], missed);
  expect([both.monitors.length, both.earlierSettings.size]).toEqual([1, 0]);
});

test('a field of a detail that cannot be understood stays unknown', () => {
  const data = { ...wireDetail(1), timeout_ms: 'soon', http_method: null };
  const detail = readDetail({ data }, uuidOf(1));
  if (!detail.ok) throw new Error(detail.reason);
  const { settings } = settingsRead({ value: detail.value, asOf: start, upstreamNow: start });
  expect(settings).toEqual({
    ...{ description: null, http_method: null, expected_status_codes: [200, 204], follow_redirects: true },
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
  expect(crawlsWith([1]).earlierSettings.size).toBe(1);
  expect(areUpdatedByChecks(crawlsWith([1, 0.6]))).toBe(true);
  expect(crawlsWith([1, 0.6]).earlierSettings.size, 'they will never be compared').toBe(0);
  expect(areUpdatedByChecks(crawlsWith([0.5, 0.5, 0.5, 0.5]))).toBe(false);
  expect(areUpdatedByChecks(crawlsWith([1, 1, 1, 0.1]))).toBe(false);
});

test('a crawl without new checks says nothing about updated_at', () => {
  const noticed = crawlsWith([1, 1]);
  const rows = noticed.monitors.map(fieldsOf);
  expect(areUpdatedByChecks(crawl(rows, noticed))).toBe(true);
  expect(areUpdatedByChecks(crawl([...rows.slice(1), { ...rows[0], ...edited }], noticed))).toBe(true);
});
