import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PlannedRequest, plannedRequests, play, purposes } from './traffic.fixtures.ts';

test('no 429 of the minute through us: any limit, latency and order of answers, lost answers too', () => {
  const minute = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(plannedRequests({ afterMs: 20_000, length: 120 }), minute, (list, limit) => {
      const traffic = play(list, { minute: limit, daily: 1e6, monthly: 1e6 });
      expect(traffic.refused).toEqual([]);
      expect(traffic.mostInFlight).toBeLessThanOrEqual(4);
      expect(traffic.sent).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
});

const quota = fc.integer({ min: 1, max: 60 });
const allPurposes = [...purposes, 'probe' as const];
const days = plannedRequests({ afterMs: 4 * 3_600_000, purposes: allPurposes, length: 150 });

test('no 429 of day or month through us but for probes, which ask whether it is over', () => {
  fc.assert(
    fc.property(days, quota, quota, (list, daily, more) => {
      const answered = list.map((one): PlannedRequest => ({ ...one, ends: 'answered' }));
      const { refused } = play(answered, { minute: 60, daily, monthly: daily + more });
      expect(refused.filter(({ purpose }) => purpose !== 'probe')).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('where answers are lost a reset can go unseen, so that a look meets a 429: once a day at most', () => {
  fc.assert(
    fc.property(days, quota, quota, (list, daily, more) => {
      const { refused } = play(list, { minute: 60, daily, monthly: daily + more });
      const lastedDays = list.reduce((sum, { afterMs }) => sum + afterMs, 0) / 86_400_000;
      const ours = refused.filter(({ purpose }) => purpose !== 'probe');
      expect(ours.length).toBeLessThanOrEqual(Math.floor(lastedDays));
    }),
    { numRuns: 100 },
  );
});

test('what others spend of day and month never leads to a 429 of the minute', () => {
  const others = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(plannedRequests({ afterMs: 60_000, length: 100 }), others, (list, takes) => {
      const { refused } = play(
        list,
        { minute: 12, daily: 300, monthly: 900 },
        (n) => takes[n % takes.length] ?? 0,
      );
      expect(refused.filter(({ by }) => by === 'minute')).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('a burst uses the minute up to its last 2 for people, to a fifth for the background, and goes on after the reset', () => {
  const burst = (purpose: PlannedRequest['purpose']): PlannedRequest[] =>
    Array.from({ length: 100 }, () => ({
      afterMs: 0,
      purpose,
      thereMs: 50,
      backMs: 50,
      ends: 'answered' as const,
    }));
  // 600 s are played: the windows begin with their first request and follow one another within 62 s.
  const limits = { minute: 10, daily: 1e6, monthly: 1e6 };
  expect(play(burst('detail'), limits)).toMatchObject({ refused: [], sent: 80 });
  expect(play(burst('inventory'), limits)).toMatchObject({ refused: [], sent: 80 });
  const wide = { ...limits, minute: 50 };
  expect(play(burst('detail').slice(0, 50), wide).sent).toBe(50);
});
