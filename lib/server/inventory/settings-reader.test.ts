import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import type { ListFields } from '../../contract/monitor.ts';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import type { Reading } from '../upstream/reading.ts';
import { readDetail, type WireDetail } from '../upstream/schema.ts';
import { wireDetail } from '../upstream/wire-monitors.fixtures.ts';
import { createSettingsReader, type ListedSettings } from './settings-reader.ts';
import { aMonitor, uuidOf } from './snapshot/arbitrary-monitors.fixtures.ts';
import { areSettingsKnown, settingsRead } from './snapshot/settings.ts';

const GAP_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A reader for four monitors with unknown settings. It may send a request every ten seconds. */
function setUp({ isOn = true } = {}) {
  const clock = createFakeClock();
  const state = { paused: false, isCrawling: false, term: 1 as number | null, gapMs: GAP_MS };
  let list: ListedSettings = {
    monitors: [0, 1, 2, 3].map((n) => aMonitor(n)),
    earlierSettings: new Set<string>(),
    updatedByChecks: 0,
  };
  const failures = new Map<string, UpstreamFailure>();
  const sent: { uuid: string; at: number }[] = [];
  const learned: Reading<WireDetail>[] = [];
  const removed: string[] = [];
  const start = () => {
    const reader = createSettingsReader({
      ...{ clock, isOn },
      lease: { term: () => state.term },
      ledger: { settingsGap: () => state.gapMs },
      refresher: {
        state: () => ({
          ...{ viewers: 0, wantedS: null, actualS: 900, checkS: 900, limitedBy: null, cost: 1 },
          paused: state.paused,
        }),
      },
      snapshot: () => list,
      isCrawling: () => state.isCrawling,
      counts: () => ({
        known: list.monitors.filter(areSettingsKnown).length,
        monitors: list.monitors.length,
      }),
      async read(uuid) {
        sent.push({ uuid, at: clock.monotonic() });
        const failure = failures.get(uuid);
        if (failure) throw new FailureError(failure);
        const detail = readDetail({ data: { ...wireDetail(), monitor_uuid: uuid } }, uuid);
        if (!detail.ok) throw new Error(detail.reason);
        return { value: detail.value, asOf: clock.now(), upstreamNow: clock.now() };
      },
      inventory: { learn: (reading) => learned.push(reading), remove: (uuid) => removed.push(uuid) },
      reportBug(error) {
        throw error;
      },
    });
    reader.start();
    return reader;
  };
  /** The next crawl: it shows what was read. @param modified the changed fields of a monitor */
  const crawl = (modified: Partial<ListFields> = {}, number = -1) => {
    const monitors = list.monitors.map((monitor) => {
      const reading = learned.find(({ value }) => value.monitor_uuid === monitor.monitor_uuid);
      const isModified = monitor.monitor_uuid === uuidOf(number);
      const { updated_at: _, ...known } = { ...monitor, ...(reading && settingsRead(reading).settings) };
      return isModified ? { ...aMonitor(number), ...modified } : { ...known, updated_at: monitor.updated_at };
    });
    learned.length = 0;
    list = { ...list, monitors };
  };
  const expectModified = (n: number) => {
    list = { ...list, earlierSettings: new Set([uuidOf(n)]) };
  };
  const setUpdatedByChecks = (crawls: number) => {
    list = { ...list, updatedByChecks: crawls };
  };
  const names = () => sent.splice(0).map(({ uuid }) => Number(uuid.slice(-2)));
  return { clock, state, start, crawl, failures, sent, removed, expectModified, setUpdatedByChecks, names };
}

test('each monitor is read once, one after the other at the pace', async () => {
  const { clock, start, crawl, sent, names } = setUp();
  start();
  await clock.pass(DAY_MS / 2);
  const gaps = sent.slice(1).map(({ at }, n) => at - (sent[n]?.at ?? 0));
  expect(names()).toEqual([0, 1, 2, 3]);
  expect(gaps.every((gap) => gap >= GAP_MS)).toBe(true);
  crawl();
  await clock.pass(DAY_MS);
  expect(names()).toEqual([]);
});

test('a modified monitor is read again, before all that were never read', async () => {
  const { clock, state, start, crawl, expectModified, names } = setUp();
  start();
  await clock.pass(GAP_MS);
  expect(names()).toEqual([0]);
  state.gapMs = Number.POSITIVE_INFINITY;
  crawl();
  crawl({ updated_at: '2026-11-20T12:00:30.000Z' }, 0);
  expectModified(0);
  await clock.pass(MINUTE_MS);
  state.gapMs = GAP_MS;
  await clock.pass(3 * MINUTE_MS);
  expect(names()).toEqual([0, 1, 2, 3]);
});

test('nothing is read while a crawl runs, viewers have paused, or another replica leads', async () => {
  const { clock, state, start, names } = setUp();
  start();
  for (const prevents of [{ isCrawling: true }, { paused: true }, { term: null }]) {
    const before = { ...state };
    Object.assign(state, prevents);
    await clock.pass(10 * MINUTE_MS);
    expect(names(), JSON.stringify(prevents)).toEqual([]);
    Object.assign(state, before);
  }
  await clock.pass(10 * MINUTE_MS);
  expect(names()).toEqual([0, 1, 2, 3]);
});

test('a process that is restarted again and again reads nothing', async () => {
  const { clock, state, start, names } = setUp();
  state.gapMs = 2 * MINUTE_MS;
  for (let restart = 0; restart < 8; restart += 1) {
    const reader = start();
    await clock.pass(MINUTE_MS + 1);
    reader.stop();
  }
  expect(names()).toEqual([]);
});

test('a monitor that cannot be read is left alone for a day, and one that does not exist is removed', async () => {
  const { clock, start, crawl, failures, removed, names } = setUp();
  failures.set(uuidOf(0), { code: 'upstream_error', status: 500 });
  failures.set(uuidOf(1), { code: 'monitor_not_found' });
  const reader = start();
  await clock.pass(DAY_MS / 2);
  crawl();
  expect(names()).toEqual([0, 1, 2, 3]);
  expect(removed).toEqual([uuidOf(1)]);
  expect(reader.state()).toMatchObject({ known: 2, monitors: 4, state: 'reading', every_s: 10 });
  failures.clear();
  await clock.pass(DAY_MS / 2 + 10 * MINUTE_MS);
  expect(names()).toEqual([0, 1]);
  crawl();
  expect(reader.state()).toMatchObject({ known: 4, state: 'complete' });
});

test('row 102: if updated_at moves with the checks, no more settings are read', async () => {
  const { clock, start, setUpdatedByChecks, names } = setUp();
  const reader = start();
  setUpdatedByChecks(2);
  await clock.pass(DAY_MS);
  expect(names()).toEqual([]);
  expect(reader.state()).toMatchObject({ known: 0, state: 'updated_by_checks', every_s: null });
});

test('the operator can turn it off', async () => {
  const { clock, start, names } = setUp({ isOn: false });
  const reader = start();
  await clock.pass(DAY_MS);
  expect(names()).toEqual([]);
  expect(reader.state()).toEqual({ known: 0, monitors: 4, state: 'off', every_s: null });
});

test('the state says why no more are read', () => {
  const { state, start } = setUp();
  const reader = start();
  state.gapMs = Number.POSITIVE_INFINITY;
  expect(reader.state()).toMatchObject({ state: 'no_spare_requests', every_s: null });
  state.paused = true;
  expect(reader.state()).toMatchObject({ state: 'paused', every_s: null });
});
