import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf } from '../inventory/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot.ts';
import { StoreError } from '../store/store.ts';
import type { HistoryStore } from './history-store.ts';
import { createRecorder } from './recorder.ts';
import { openInMemory } from './sqlite/open-history-file.ts';
import { createSqliteHistory } from './sqlite/sqlite-history.ts';

/** A recorder with three parts to pack, and what it does. @param onFirst called while the first part is packed */
function setUp(onFirst: (recorder: ReturnType<typeof createRecorder>, read: () => void) => void = () => {}) {
  const clock = createFakeClock();
  const stored = createSqliteHistory(openInMemory());
  const done: string[] = [];
  const packed = () => done.filter((one) => one.startsWith('packed')).length;
  const recorder = createRecorder({
    store: {
      ...stored,
      async finish(end) {
        await stored.finish(end);
        done.push('recorded');
      },
      async packPast(before) {
        if (packed() === 0) onFirst(recorder, read);
        done.push(`packed before ${before - start}`);
        return packed() < 3;
      },
    },
    ...{ clock, log: { warn: () => {}, info: () => {} }, replaceStore: null },
  });
  const start = clock.now();
  function read(): void {
    const asOf = clock.now();
    const rows = [{ monitor: fieldsOf(aMonitor(1)), asOf, upstreamNow: asOf }];
    recorder.record(buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null }));
  }
  return {
    ...{ done, recorder },
    async run() {
      read();
      await recorder.settled();
      await clock.pass(4 * 60_000);
    },
  };
}

test('the days before that of the last reading are packed a few minutes after it, part by part', async () => {
  const { done, run } = setUp();
  await run();
  const packed = 'packed before 0';
  await expect.poll(() => done).toEqual(['recorded', packed, packed, packed]);
});

test('a reading is recorded before the next part is packed', async () => {
  const { done, run } = setUp((_, read) => read());
  await run();
  const later = 'packed before 240000';
  await expect.poll(() => done).toEqual(['recorded', 'packed before 0', 'recorded', later, later]);
});

test('stopping waits for one part only', async () => {
  let stopped: Promise<void> = Promise.resolve();
  const { done, run } = setUp((recorder) => {
    stopped = recorder.stop();
  });
  await run();
  await stopped;
  expect(done).toEqual(['recorded', 'packed before 0']);
});

/** A recorder whose store fails in some way, and readings five minutes apart. */
function setUpFailing(failing: (isFailing: () => boolean) => Partial<HistoryStore>) {
  const clock = createFakeClock();
  const warn = vi.fn();
  let isFailing = false;
  const stored = createSqliteHistory(openInMemory());
  const recorder = createRecorder({
    store: { ...stored, ...failing(() => isFailing) },
    ...{ clock, log: { warn, info: () => {} }, replaceStore: null },
  });
  return {
    recorder,
    warnings: () => warn.mock.calls.map(([, text]) => text),
    fail: () => {
      isFailing = true;
    },
    async readAndWait() {
      const asOf = clock.now();
      const rows = [{ monitor: fieldsOf(aMonitor(1)), asOf, upstreamNow: asOf }];
      recorder.record(buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null }));
      await recorder.settled();
      await clock.pass(5 * 60_000);
      await recorder.settled();
    },
  };
}

test('row 86: that there is nothing to pack does not say that a full disk can be written', async () => {
  const { recorder, fail, readAndWait } = setUpFailing((isFailing) => ({
    saveSlots: async () => {
      if (isFailing()) throw new StoreError('full');
    },
  }));
  await readAndWait();
  expect(recorder.problem()).toBeNull();
  fail();
  await readAndWait();
  expect(recorder.problem()?.problem).toBe('full');
});

test('that past days cannot be packed is logged once, and readings are recorded', async () => {
  const { recorder, warnings, readAndWait } = setUpFailing(() => ({
    packPast: () => Promise.reject(new StoreError('other')),
  }));
  for (const _ of [1, 2]) await readAndWait();
  expect(recorder.problem()).toBeNull();
  expect(warnings()).toEqual(['past days of the history cannot be packed']);
});
