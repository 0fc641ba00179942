import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { aMonitor, fieldsOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot/snapshot.ts';
import { setUpRecorder } from './recorder.fixtures.ts';

const MINUTE = 60_000;

const down = { last_status: 'down' };

test('a change during a slow response has an interval that begins when the request was sent', async () => {
  const { clock, checked, read, store } = await setUpRecorder();
  const monitors = [checked(1, 10), checked(2, 10)];
  await read(monitors);
  clock.advance(MINUTE);
  const { asOf } = await read(monitors, 'complete', { tookMs: 7000 });
  clock.advance(MINUTE);
  const { changed_after } =
    (await read([checked(1, 10, { name: 'Renamed' }), checked(2, 64, down)])).monitors[1] ?? {};
  const { changes } = await store.changes({ limit: 10 });
  expect(changes).toMatchObject([
    { kind: 'edited', from: asOf - 7000, to: clock.now() },
    { kind: 'down', from: asOf - 7000 },
  ]);
  expect(changed_after).toBe(new Date(asOf - 7000).toISOString());
});

test('a stop does not wait for the rest of the demo past', async () => {
  const { clock, checked, recorder } = await setUpRecorder();
  let generated = 0;
  let stopped = Promise.resolve();
  function* past() {
    for (; generated < 1000; generated += 1) {
      if (generated === 3) stopped = recorder().stop();
      const asOf = clock.now() - (1000 - generated) * MINUTE;
      const rows = [{ monitor: fieldsOf(checked(1, 10)), asOf, upstreamNow: asOf }];
      yield buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null });
    }
  }
  await recorder().lead(null, past);
  await stopped;
  expect(generated).toBe(3);
});

test('a crawl without a change of 1,000 monitors stores none of them', async () => {
  const { clock, checked, read, stored } = await setUpRecorder();
  const monitors = () => Array.from({ length: 1000 }, (_, n) => checked(n, 10));
  await read(monitors());
  const before = await stored();
  clock.advance(MINUTE);
  await read(monitors());
  expect(await stored()).toBe(before);
});

/** When each of six monitors fails or recovers, by the minute: seconds of that minute, or none. */
const arbitraryTruth = fc.array(
  fc.array(fc.option(fc.nat(59), { freq: 2 }), { minLength: 6, maxLength: 6 }),
  { minLength: 1, maxLength: 5 },
);

test('with slow pages every interval contains the true time, the ends are in order, and new changes end after the last crawl', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryTruth, async (minutes) => {
      const { clock, noon, read, store } = await setUpRecorder();
      const turns = Array.from({ length: 6 }, (_, n) =>
        minutes.flatMap((all, minute) => {
          const second = all[n] ?? null;
          return second === null ? [] : [noon + minute * MINUTE + second * 1000];
        }),
      );
      /** A monitor that is checked every second. */
      const stateAt = (n: number, at: number) =>
        aMonitor(n, {
          last_check_at: new Date(Math.floor(at / 1000) * 1000).toISOString(),
          last_status: (turns[n]?.filter((turn) => turn <= at).length ?? 0) % 2 === 1 ? 'down' : 'up',
        });
      /** Three pages: the last one is read 40 seconds after the first. */
      const readAt = (n: number) => clock.now() - 40_000 + Math.floor(n / 2) * 20_000;
      let known = 0;
      for (let minute = 0; minute <= minutes.length + 1; minute += 1) {
        const before = (await store.crawl())?.until ?? 0;
        await read(
          turns.map((_, n) => stateAt(n, readAt(n))),
          'complete',
          { readAt },
        );
        const { changes } = await store.changes({ limit: 1000 });
        expect((await store.changes({ limit: 1000, since: before + 1 })).changes).toEqual(
          changes.slice(0, changes.length - known),
        );
        known = changes.length;
        clock.advance(MINUTE);
      }
      const { changes } = await store.changes({ limit: 1000 });
      const ends = changes.map(({ to }) => to).reverse();
      expect(ends).toEqual([...ends].sort((a, b) => a - b));
      for (const { from, to, monitor } of changes) {
        const n = Number(monitor.monitor_uuid.slice(-3));
        expect(turns[n]?.some((turn) => turn > from && turn <= to)).toBe(true);
      }
    }),
    { numRuns: generated(100) },
  );
});
