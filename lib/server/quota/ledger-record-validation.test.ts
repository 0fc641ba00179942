import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { generated } from '../../testing/property-runs.ts';
import { parseStoredState } from './ledger-record.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import type { Moment, QuotaState } from './quota-state.ts';
import { plannedRequests, purposes, simulateTraffic } from './traffic.fixtures.ts';

const traffic = plannedRequests({ afterMs: 20_000, purposes: [...purposes, 'probe'], length: 40 });
const limits = fc.record({
  minute: fc.integer({ min: 1, max: 40 }),
  daily: fc.integer({ min: 1, max: 60 }),
  monthly: fc.integer({ min: 60, max: 90 }),
});

interface StateAt {
  state: QuotaState;
  moment: Moment;
}

/** All states of the ledger during random traffic. */
const arbitraryStates = fc.tuple(traffic, limits).map(([list, limit]) => {
  const saved: StateAt[] = [];
  simulateTraffic(
    list,
    limit,
    () => 0,
    (state, moment) => void saved.push({ state, moment }),
  );
  return saved;
});

const restore = ({ state, moment }: StateAt) =>
  parseStoredState(JSON.parse(JSON.stringify({ monotonic: moment.now, wall: moment.wall, state }))).state;

test('row 34: the state is restored; requests in flight count as spent', () => {
  fc.assert(
    fc.property(arbitraryStates, (states) => {
      for (const saved of states) {
        const { inFlight, ...rest } = restore(saved);
        expect(rest).toEqual({ ...saved.state, inFlight: undefined });
        expect(inFlight.requests).toEqual([]);
        const { requests, unconfirmed } = saved.state.inFlight;
        expect(inFlight.unconfirmed).toHaveLength(unconfirmed.length + requests.length);
      }
    }),
    { numRuns: generated(50) },
  );
});

test('row 34: after a restart the ledger makes the same decisions', () => {
  fc.assert(
    fc.property(arbitraryStates, (states) => {
      // Only states without requests in flight, which would have ended during the restart.
      for (const saved of states.filter(({ state }) => state.inFlight.requests.length === 0)) {
        const clock = createFakeClock();
        clock.advance(saved.moment.now);
        const at = { clock, random: () => 0.5 };
        const [before, after] = [createQuotaLedger(at), createQuotaLedger(at)];
        before.replace(saved.state);
        after.replace(restore(saved));
        for (const purpose of purposes) expect(after.decide(purpose)).toEqual(before.decide(purpose));
      }
    }),
    { numRuns: generated(50) },
  );
});

test('row 37: an invalid record is rejected', () => {
  for (const value of [undefined, {}, 'nonsense', { monotonic: 1, wall: 1 }]) {
    expect(() => parseStoredState(value)).toThrow();
  }
});
