import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf } from '../inventory/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot.ts';
import { soleLease } from '../shared/leadership.ts';
import { createHistory, type SharedRecording } from './history.ts';
import { openInMemory } from './sqlite/open-history-file.ts';
import { createSqliteHistory } from './sqlite/sqlite-history.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A store that several processes use, one after the other, as the only one or as the leader of replicas. */
function setUp(isShared: boolean) {
  const clock = createFakeClock();
  const store = createSqliteHistory(openInMemory());
  let recorded: ReturnType<SharedRecording['recorded']> = null;
  const shared = { lease: soleLease, recorded: () => recorded, problem: () => null };
  const log = { info: () => {}, warn: () => {} };
  return {
    clock,
    firstAt: async () => (await store.fleet(0))[0]?.firstAt,
    /** Starts a process, and returns functions that record a reading, and end it. */
    async start() {
      const history = createHistory({
        ...{ shared: isShared ? shared : null, clock, log, days: 30, maxBytes: 1e9 },
        store: { ...store, close: async () => {} },
        ...{ replacement: null, problem: null, setAside: false },
      });
      await history.start();
      async function record(): Promise<void> {
        const asOf = clock.now();
        const rows = [{ monitor: fieldsOf(aMonitor(1)), asOf, upstreamNow: asOf }];
        history.record(buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null }));
        await expect.poll(async () => (await store.load())?.at).toBe(asOf);
        recorded = { at: asOf, version: String(asOf), epoch: '' };
      }
      return { record, stop: history.stop };
    },
  };
}

test.each([
  { isShared: false, recordsFirst: true },
  { isShared: false, recordsFirst: false },
  { isShared: true, recordsFirst: true },
  { isShared: true, recordsFirst: false },
])(
  'row 88: a process that starts with a clock that is far ahead does not delete everything at once: %j',
  async ({ isShared, recordsFirst }) => {
    const { clock, firstAt, start } = setUp(isShared);
    const from = clock.now();
    const first = await start();
    await first.record();
    clock.advance(60_000);
    await first.record();
    await first.stop();
    clock.jump(40 * DAY);
    const second = await start();
    if (recordsFirst) {
      await second.record();
      clock.advance(60_000);
      await second.record();
    }
    await clock.pass(HOUR);
    // Until then, what is too old has been forgotten.
    await second.record();
    expect(await firstAt()).toBe(from);
    await clock.pass(HOUR);
    await expect.poll(firstAt, { message: 'it was not a mistake' }).toBeGreaterThan(from + 30 * DAY);
    await second.stop();
  },
);
