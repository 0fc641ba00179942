import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { type PlannedRequest, plannedRequests, purposes, simulateTraffic } from './traffic.fixtures.ts';

test('we cause no 429 of the minute, with any limit, latency and order of responses, and with lost responses', () => {
  const minute = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(plannedRequests({ afterMs: 20_000, length: 120 }), minute, (list, limit) => {
      const traffic = simulateTraffic(list, { minute: limit, daily: 1e6, monthly: 1e6 });
      expect(traffic.rateLimited).toEqual([]);
      expect(traffic.mostInFlight).toBeLessThanOrEqual(4);
      expect(traffic.sent).toBeGreaterThan(0);
    }),
    { numRuns: generated(300) },
  );
});

const quota = fc.integer({ min: 1, max: 60 });
const allPurposes = [...purposes, 'probe' as const];
const days = plannedRequests({ afterMs: 4 * 3_600_000, purposes: allPurposes, length: 150 });

test('we cause no 429 of the day or month, except by probes', () => {
  fc.assert(
    fc.property(days, quota, quota, (list, daily, more) => {
      const answered = list.map((one): PlannedRequest => ({ ...one, ends: 'answered' }));
      const { rateLimited } = simulateTraffic(answered, { minute: 60, daily, monthly: daily + more });
      expect(rateLimited.filter(({ purpose }) => purpose !== 'probe')).toEqual([]);
    }),
    { numRuns: generated(200) },
  );
});

test('row 91: after lost responses a request asks for the counters; after a 429 none is sent for 15 minutes', () => {
  fc.assert(
    fc.property(days, quota, quota, (list, daily, more) => {
      const { rateLimited } = simulateTraffic(list, { minute: 60, daily, monthly: daily + more });
      const ours = rateLimited.filter(({ purpose }) => purpose !== 'probe');
      for (const [index, { at, isLost }] of ours.entries()) {
        const next = ours[index + 1];
        // Less the difference of the latencies.
        if (next && !isLost) expect(next.at - at).toBeGreaterThan(900_000 - 2_500);
      }
    }),
    { numRuns: generated(100) },
  );
});

test('usage of the day and month by others never causes a 429 of the minute', () => {
  const others = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(plannedRequests({ afterMs: 60_000, length: 100 }), others, (list, takes) => {
      const { rateLimited } = simulateTraffic(
        list,
        { minute: 12, daily: 300, monthly: 900 },
        (n) => takes[n % takes.length] ?? 0,
      );
      expect(rateLimited.filter(({ by }) => by === 'minute')).toEqual([]);
    }),
    { numRuns: generated(100) },
  );
});

test('a burst uses the minute up to the last 2 (interactive) or a fifth (background), and continues after the reset', () => {
  const burst = (purpose: PlannedRequest['purpose']): PlannedRequest[] =>
    Array.from({ length: 100 }, () => ({
      afterMs: 0,
      purpose,
      thereMs: 50,
      backMs: 50,
      ends: 'answered' as const,
    }));
  // 600 s are simulated. Each window starts with its first request, so that there is a new one at least every 62 s.
  const limits = { minute: 10, daily: 1e6, monthly: 1e6 };
  expect(simulateTraffic(burst('detail'), limits)).toMatchObject({ rateLimited: [], sent: 80 });
  expect(simulateTraffic(burst('inventory'), limits)).toMatchObject({ rateLimited: [], sent: 80 });
  const wide = { ...limits, minute: 50 };
  expect(simulateTraffic(burst('detail').slice(0, 50), wide).sent).toBe(50);
});
