import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { parseStoredState } from './ledger-record.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import type { Moment, QuotaState } from './state.ts';
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
    { numRuns: 50 },
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
    { numRuns: 50 },
  );
});

test.each([
  ['a backoff', 'openAt', 7_200_001],
  ['a day', 'resetsBy', 86_400_000 + 3_600_001],
])('row 75: a record with %s that lasts longer than any rule allows is rejected', (_what, name, ahead) => {
  const clock = createFakeClock();
  const saved: QuotaState[] = [];
  const ledger = createQuotaLedger({ clock, random: () => 0.5, save: (state) => saved.push(state) });
  const order = ledger.sent('inventory');
  ledger.answered({ order, usage: { dailyRemaining: 0, dailyLimit: 9 }, failure: null });
  const [state] = saved.slice(-1);
  if (!state) throw new Error('nothing was saved');
  const text = JSON.stringify({ monotonic: clock.monotonic(), wall: clock.now(), state });
  expect(parseStoredState(JSON.parse(text)).state.backoff.current).not.toBeNull();
  expect(() =>
    parseStoredState(JSON.parse(text.replace(new RegExp(`"${name}":\\d+`), `"${name}":${ahead}`))),
  ).toThrow();
});

test('row 37: an invalid record is rejected', () => {
  for (const value of [undefined, {}, 'nonsense', { monotonic: 1, wall: 1 }]) {
    expect(() => parseStoredState(value)).toThrow();
  }
});
