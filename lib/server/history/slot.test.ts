import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor } from '../inventory/arbitrary-monitors.fixtures.ts';
import { addToSlot, emptySlot, noCheck, type Slot, stateOf } from './slot.ts';
import { type DaySlots, packDay, packPastDay, unpackDay } from './slot-codec.ts';

const NOON = Date.parse('2026-11-20T12:00:00.000Z');
const checked = (seconds: number, more = {}) =>
  aMonitor(1, { last_check_at: new Date(NOON + seconds * 1000).toISOString(), ...more });

function slotOf(readings: readonly ReturnType<typeof aMonitor>[]): Slot {
  let state = { slot: emptySlot, last: noCheck };
  for (const monitor of readings)
    state = addToSlot(state.slot, state.last, monitor, { readAt: NOON, countFrom: 0 });
  return state.slot;
}

const HOUR = 3600;
/** Seconds after noon; some are far in the future. */
const arbitraryChecks = fc.array(
  fc.oneof(
    fc.nat(20),
    fc.nat(5).map((n) => 30 * HOUR + n),
  ),
  { maxLength: 40 },
);

test('a check is never counted twice, however often and in whatever order it is read, also if it is dated far in the future', () => {
  fc.assert(
    fc.property(arbitraryChecks, (seconds) => {
      const { checks } = slotOf(seconds.map((second) => checked(second)));
      const distinct = new Set(seconds).size;
      expect(checks).toBeLessThanOrEqual(distinct);
      const ascending = [...seconds].sort((a, b) => a - b);
      expect(slotOf(ascending.map((second) => checked(second))).checks).toBe(distinct);
    }),
  );
});

test('a check that is said to have run far in the future does not end the counting', () => {
  const seconds = [0, 30 * HOUR, 30 * HOUR, 60, 60, 120, HOUR / 2, HOUR / 2, 180];
  expect(slotOf(seconds.map((second) => checked(second))).checks).toBe(5);
});

test('it does not end the counting either when its time comes, and does not count again then', () => {
  let { slot, last } = addToSlot(emptySlot, noCheck, checked(30 * HOUR), { readAt: NOON, countFrom: 0 });
  const checks = [60, 29.5 * HOUR, 30 * HOUR, 30 * HOUR + 60].map((second) => [second, second]);
  for (const [second = 0, read = 0] of [...checks, [30 * HOUR + 60, 30 * HOUR + 90]]) {
    const times = { readAt: NOON + read * 1000, countFrom: 0 };
    ({ slot, last } = addToSlot(slot, last, checked(second), times));
  }
  expect(slot.checks).toBe(4);
});

test('a slot has the response times of its checks, and how many were down', () => {
  const slot = slotOf([
    checked(0, { last_response_time_ms: 100 }),
    checked(60, { last_response_time_ms: 300 }),
    checked(120, { condition: 'down', last_status: 'down', last_response_time_ms: null }),
  ]);
  expect(slot).toMatchObject({ checks: 3, down: 1, timed: 2, sumMs: 400, maxMs: 300 });
  expect(stateOf(slot)).toBe('down');
});

test('a check with another status is neither up nor down, so it does not count, nor does its response time', () => {
  const odd = { condition: 'unknown', last_status: 'degraded', last_response_time_ms: 9_000 };
  const slot = slotOf([
    checked(0),
    checked(60, odd),
    checked(120, { ...odd, last_status: null }),
    checked(180),
  ]);
  expect(slot).toMatchObject({ checks: 2, down: 0, timed: 2, maxMs: 42 });
  expect(stateOf(slot)).toBe('unknown');
});

test('row 89: a day with a number that cannot be stored is refused at once', () => {
  const sound = { ...emptySlot, checks: 2, timed: 2, sumMs: 8, maxMs: 5, seen: 8 };
  const odd = [
    { sumMs: -2 },
    { maxMs: -0.5 },
    { sumMs: Number.NaN },
    { maxMs: Number.POSITIVE_INFINITY },
  ].concat([{ checks: -1 }, { down: 1e300 }, { seen: 0.5 }, { timed: 3 }] as never[]);
  for (const one of odd) {
    expect(() => packDay(new Map([[3, new Map([[7, { ...sound, ...one }]])]])), JSON.stringify(one)).toThrow(
      RangeError,
    );
  }
});

test('the state of a slot is the worst that was seen in it, also without a check', () => {
  expect(stateOf(slotOf([aMonitor(1), aMonitor(1, { condition: 'overdue' })]))).toBe('overdue');
  expect(stateOf(slotOf([aMonitor(1, { condition: 'inactive' })]))).toBe('inactive');
  expect(stateOf(emptySlot)).toBeNull();
});

const slot = fc
  .record({
    checks: fc.nat(900),
    down: fc.nat(900),
    untimed: fc.nat(900),
    mean: fc.nat(60_000),
    above: fc.nat(60_000),
    seen: fc.integer({ min: 1, max: 127 }),
  })
  .map(({ checks, down, untimed, mean, above, seen }): Slot => {
    const timed = Math.max(0, checks - untimed);
    return {
      checks,
      down: Math.min(down, checks),
      timed,
      sumMs: timed * mean,
      maxMs: timed === 0 ? 0 : mean + above,
      seen,
    };
  });
const day = fc
  .uniqueArray(fc.tuple(fc.nat(31), fc.uniqueArray(fc.tuple(fc.nat(95), slot), { selector: ([n]) => n })), {
    selector: ([place]) => place,
  })
  .map((all) => new Map(all.map(([place, slots]) => [place, new Map(slots.sort(([a], [b]) => a - b))])));

const packings = [
  ['recent', async (slots: DaySlots) => packDay(slots)],
  ['past', packPastDay],
] as const;

test.each(packings)(
  'an %s day is unpacked as it was packed; response times to within 2.5 %% and a millisecond',
  async (_, pack) => {
    const close = (kept: number, ms: number) =>
      expect(Math.abs(kept - ms)).toBeLessThanOrEqual(ms * 0.025 + 1);
    await fc.assert(
      fc.asyncProperty(day, async (packed) => {
        const unpacked = unpackDay(await pack(packed));
        expect([...unpacked.keys()]).toEqual([...packed.keys()]);
        for (const [place, slots] of packed) {
          const kept = unpacked.get(place) ?? new Map<number, Slot>();
          expect([...kept.keys()]).toEqual([...slots.keys()]);
          for (const [number, { sumMs, maxMs, ...counts }] of slots) {
            const { sumMs: keptSum = -1, maxMs: keptMax = -1, ...keptCounts } = kept.get(number) ?? emptySlot;
            expect(keptCounts).toEqual(counts);
            if (counts.timed === 0) continue;
            close(keptSum / counts.timed, sumMs / counts.timed);
            close(keptMax, maxMs);
          }
        }
      }),
    );
  },
);

test.each(packings)(
  'an open day that was unpacked is packed the same again, as an %s day',
  async (_, pack) => {
    await fc.assert(
      fc.asyncProperty(day, async (slots) => {
        const once = unpackDay(packDay(slots));
        expect(unpackDay(await pack(once))).toEqual(once);
      }),
    );
  },
);

test.each(packings)('what is not an %s day of slots is rejected', async (_, pack) => {
  const packed = await pack(
    new Map([[3, new Map([[7, { ...emptySlot, checks: 2, timed: 2, sumMs: 8, maxMs: 5, seen: 8 }]])]]),
  );
  const another = Buffer.concat([Buffer.from([4]), packed.subarray(1)]);
  for (const broken of [
    another,
    Buffer.from('nonsense'),
    packed.subarray(0, packed.length - 2),
    Buffer.alloc(0),
  ]) {
    expect(() => unpackDay(broken)).toThrow();
  }
});

const storedDay = new Map([
  [
    3,
    new Map([
      [7, { ...emptySlot, seen: 8, checks: 15, down: 2, timed: 13, sumMs: 13 * 213, maxMs: 881 }],
      [8, { ...emptySlot, seen: 8, checks: 15, down: 0, timed: 15, sumMs: 15 * 193, maxMs: 247 }],
      [95, { ...emptySlot, seen: 24, checks: 1, down: 1, timed: 0, sumMs: 0, maxMs: 0 }],
    ]),
  ],
  [15, new Map([[0, { ...emptySlot, seen: 16, checks: 0, down: 0, timed: 0, sumMs: 0, maxMs: 0 }]])],
]);

/** What is stored must be readable by all later versions. */
test.each([
  ['recent', 'AuNkYWFhYWZiYmZmZwjjZ2Tg4JAQ4OdnZGBigOA7jMyyrAA='],
  ['past', 'AxskAPjF6kb7GSedqKhV6EmpwlEAECtJLNkTr4mqs7sJwafvAA=='],
])('an %s day that was stored by an earlier version is unpacked', (_, stored) => {
  expect(unpackDay(Buffer.from(stored, 'base64'))).toEqual(storedDay);
});
