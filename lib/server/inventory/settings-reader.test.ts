import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import type { SettingsPace } from '../quota/pacing.ts';
import type { Reading } from '../upstream/gateway.ts';
import { readDetail, type WireDetail } from '../upstream/schema.ts';
import { wireDetail } from '../upstream/wire-monitors.fixtures.ts';
import { createSettingsReader, type ListedSettings } from './settings-reader.ts';
import { aMonitor, uuidOf } from './snapshot/arbitrary-monitors.fixtures.ts';
import { settingsRead } from './snapshot/monitor-settings.ts';

const GAP_MS = 10_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LATER = '2026-11-20T12:00:30.000Z';

/** A reader for four monitors with unknown settings. It may send a request every ten seconds. */
function setUp({ isOn = true } = {}) {
  const clock = createFakeClock();
  const state = {
    paused: false,
    isCrawling: false,
    term: 1 as number | null,
    limitedBy: null as 'minute' | null,
    dueInMs: MINUTE_MS,
    pace: { kind: 'open', gapMs: GAP_MS, until: HOUR_MS } as SettingsPace,
  };
  let list: ListedSettings = {
    monitors: [0, 1, 2, 3].map((n) => aMonitor(n)),
    updatedByChecks: 0,
  };
  const failures = new Map<string, UpstreamFailure>();
  const sent: { uuid: string; at: number }[] = [];
  const learned: Reading<WireDetail>[] = [];
  const removed: string[] = [];
  const start = () => {
    const reader = createSettingsReader({
      clock,
      isOn,
      lease: { term: () => state.term },
      ledger: { settingsPace: () => state.pace },
      refresher: { state: () => state },
      snapshot: () => list,
      crawls: () => ({ isCrawling: state.isCrawling, refreshAt: clock.now() + state.dueInMs }),
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
  /** The next crawl: it shows what was read. @param modified whether the first monitor was modified */
  const crawl = (modified = false) => {
    const monitors = list.monitors.map((monitor, n) => {
      const reading = learned.find(({ value }) => value.monitor_uuid === monitor.monitor_uuid);
      const row = { ...monitor, ...(reading && settingsRead(reading).settings) };
      return modified && n === 0 ? { ...row, updated_at: LATER, settings_as_of: LATER } : row;
    });
    learned.length = 0;
    list = { ...list, monitors };
  };
  const setUpdatedByChecks = (crawls: number) => {
    list = { ...list, updatedByChecks: crawls };
  };
  const names = () => sent.splice(0).map(({ uuid }) => Number(uuid.slice(-2)));
  return { clock, state, start, crawl, failures, sent, removed, setUpdatedByChecks, names };
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
  const { clock, state, start, crawl, names } = setUp();
  const reader = start();
  await clock.pass(GAP_MS + 1000);
  expect(names()).toEqual([0]);
  state.pace = { kind: 'low' };
  crawl();
  crawl(true);
  expect(reader.state(), 'its last settings are known').toMatchObject({ known: 1, monitors: 4 });
  await clock.pass(MINUTE_MS);
  state.pace = { kind: 'open', gapMs: GAP_MS, until: null };
  await clock.pass(3 * MINUTE_MS);
  expect(names()).toEqual([0, 1, 2, 3]);
});

test('where crawls need the whole minute, nothing is read in the minute before one', async () => {
  const { clock, state, sent, start } = setUp();
  start();
  Object.assign(state, { limitedBy: 'minute', dueInMs: MINUTE_MS - 1 });
  await clock.pass(10 * GAP_MS);
  expect(sent).toEqual([]);
  state.dueInMs = MINUTE_MS;
  await clock.pass(2 * GAP_MS);
  expect(sent).not.toEqual([]);
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
  state.pace = { kind: 'open', gapMs: 2 * MINUTE_MS, until: null };
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
  expect(reader.state()).toEqual({ known: 2, monitors: 4, state: 'failed', until: null });
  failures.clear();
  await clock.pass(DAY_MS / 2 + MINUTE_MS);
  crawl();
  await clock.pass(10 * MINUTE_MS);
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
  expect(reader.state()).toMatchObject({ known: 0, state: 'updated_by_checks', until: null });
});

test('the operator can turn it off', async () => {
  const { clock, start, names } = setUp({ isOn: false });
  const reader = start();
  await clock.pass(DAY_MS);
  expect(names()).toEqual([]);
  expect(reader.state()).toEqual({ known: 0, monitors: 4, state: 'off', until: null });
});

test('the state says until when the rest is read, or why it is not', async () => {
  const { clock, state, start, crawl } = setUp();
  const reader = start();
  const inMs = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();
  expect(reader.state()).toMatchObject({ state: 'reading', until: inMs(HOUR_MS) });
  state.limitedBy = 'minute';
  expect(reader.state(), 'crawls need the whole minute').toMatchObject({ state: 'reading', until: null });
  state.pace = { kind: 'unknown' };
  expect(reader.state()).toMatchObject({ state: 'quota_unknown', until: null });
  state.pace = { kind: 'low' };
  expect(reader.state()).toMatchObject({ state: 'low', until: null });
  state.paused = true;
  expect(reader.state()).toMatchObject({ state: 'paused', until: null });
  Object.assign(state, { paused: false, pace: { kind: 'open', gapMs: GAP_MS, until: HOUR_MS } });
  await clock.pass(MINUTE_MS);
  expect(reader.state(), 'shown by the next crawl').toMatchObject({ known: 0, until: inMs(MINUTE_MS) });
  crawl();
  expect(reader.state()).toEqual({ known: 4, monitors: 4, state: 'complete', until: null });
});

test('a failure that is not of the monitor is followed by another try', async () => {
  const { clock, start, failures, names } = setUp();
  failures.set(uuidOf(0), { code: 'rate_limited', retryAt: null });
  start();
  await clock.pass(2 * GAP_MS + 1000);
  failures.clear();
  await clock.pass(MINUTE_MS);
  expect(names()).toEqual([0, 0, 0, 1, 2, 3]);
});
