import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createQuotaLedger } from './quota-ledger.ts';
import type { Moment, QuotaState } from './state.ts';
import { parseStoredState, storedState } from './stored-state.ts';
import { plannedRequests, play, purposes } from './traffic.fixtures.ts';

const traffic = plannedRequests({ afterMs: 20_000, purposes: [...purposes, 'probe'], length: 40 });
const limits = fc.record({
  minute: fc.integer({ min: 1, max: 40 }),
  daily: fc.integer({ min: 1, max: 60 }),
  monthly: fc.integer({ min: 60, max: 90 }),
});

interface Kept {
  state: QuotaState;
  moment: Moment;
}

/** Each state that the ledger comes through in some traffic. */
const keptStates = fc.tuple(traffic, limits).map(([list, of]) => {
  const kept: Kept[] = [];
  play(
    list,
    of,
    () => 0,
    (state, moment) => void kept.push({ state, moment }),
  );
  return kept;
});

const readBack = ({ state, moment }: Kept) =>
  parseStoredState(storedState({ monotonic: moment.now, wall: moment.wall, state })).state;

test('row 34: what the ledger knows survives being stored but for its history; what was under way counts as spent', () => {
  fc.assert(
    fc.property(keptStates, (states) => {
      for (const kept of states) {
        const { inFlight, ...rest } = readBack(kept);
        expect(rest).toEqual({ ...kept.state, inFlight: undefined, history: [] });
        expect(inFlight.requests).toEqual([]);
        const { requests, unconfirmed } = kept.state.inFlight;
        expect(inFlight.unconfirmed).toHaveLength(unconfirmed.length + requests.length);
      }
    }),
    { numRuns: 50 },
  );
});

test('row 34: after a restart the ledger decides as it would have', () => {
  fc.assert(
    fc.property(keptStates, (states) => {
      // With nothing under way: what was can have ended by then.
      for (const kept of states.filter(({ state }) => state.inFlight.requests.length === 0)) {
        const clock = createFakeClock();
        clock.advance(kept.moment.now);
        const at = { clock, random: () => 0.5 };
        const before = createQuotaLedger({ ...at, known: kept.state });
        const after = createQuotaLedger({ ...at, known: readBack(kept) });
        for (const purpose of purposes) expect(after.decide(purpose)).toEqual(before.decide(purpose));
      }
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['a backoff', 'openAt', 7_200_001],
  ['a day', 'resetsBy', 86_400_000 + 3_600_001],
])(
  'row 75: %s that would keep requests back for longer than any rule does is refused',
  (_what, name, ahead) => {
    const clock = createFakeClock();
    const kept: QuotaState[] = [];
    const ledger = createQuotaLedger({ clock, random: () => 0.5, keep: (state) => kept.push(state) });
    const order = ledger.sent('inventory');
    ledger.answered({ order, usage: { dailyRemaining: 0, dailyLimit: 9 }, failure: null });
    const [state] = kept.slice(-1);
    if (!state) throw new Error('nothing was kept');
    const [text = ''] = storedState({ monotonic: clock.monotonic(), wall: clock.now(), state });
    expect(parseStoredState([text]).state.backoff.current).not.toBeNull();
    expect(() =>
      parseStoredState([text.replace(new RegExp(`"${name}":\\d+`), `"${name}":${ahead}`)]),
    ).toThrow();
  },
);

test('row 37: what is no such record is refused', () => {
  for (const parts of [[], ['{}'], ['nonsense'], ['{"version":2}']]) {
    expect(() => parseStoredState(parts)).toThrow();
  }
});
