import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usageSchema } from '@/lib/contract/usage';
import { generated } from '../../testing/property-runs.ts';
import { statusFailure } from '../upstream/response-failure.ts';
import { hostileHeaders } from '../upstream/usage-headers.fixtures.ts';
import { parseUsageHeaders } from '../upstream/usage-headers.ts';
import { parseStoredState } from './ledger-record.ts';
import { type Bench, createBench, plenty } from './ledger-test-bench.fixtures.ts';
import { BACKGROUND_MAX_WAIT_MS } from './upstream-request.ts';

const DAY_MS = 86_400_000;

/** Responses with hostile headers to up to three concurrent requests. They may arrive in another order. */
const rounds = fc.array(
  fc.record({
    responses: fc.array(
      fc.record({ status: fc.constantFrom(200, 200, 404, 429, 502), headers: hostileHeaders }),
      { minLength: 1, maxLength: 3 },
    ),
    isReversed: fc.boolean(),
    latencyMs: fc.constantFrom(0, 40, 5_000),
    pauseMs: fc.constantFrom(0, 1_000, 70_000, 3_600_000, DAY_MS),
  }),
  { minLength: 1, maxLength: 12 },
);
type Round = typeof rounds extends fc.Arbitrary<(infer Item)[]> ? Item : never;

function play({ ledger, clock }: Bench, { responses, isReversed, latencyMs, pauseMs }: Round): void {
  const answers = responses.map((response) => ({ ...response, order: ledger.sent('inventory') }));
  for (const { order, status, headers } of isReversed ? answers.reverse() : answers) {
    clock.advance(latencyMs);
    const usage = parseUsageHeaders(headers);
    const failure = status === 200 ? null : statusFailure(status, 'detail', usage, clock.now());
    ledger.answered({ order, usage, failure });
  }
  clock.advance(pauseMs);
}

/** Fails unless everything that the ledger reports is a finite number or unknown. */
function expectSoundReports({ ledger }: Bench): void {
  const usage = ledger.usage();
  const { shape } = usageSchema.shape.data;
  for (const name of [
    'state',
    'observed_at',
    'rate_limit',
    'daily',
    'monthly',
    'spent_elsewhere',
    'history',
  ] as const) {
    expect(shape[name].safeParse(usage[name]).success, name).toBe(true);
  }
  for (const { limit, remaining } of [usage.rate_limit, usage.daily, usage.monthly]) {
    expect(limit === null || limit >= Math.max(1, remaining ?? 0)).toBe(true);
  }
  expect(ledger.gap().gapMs).toBeGreaterThan(0);
  for (const reserved of Object.values(ledger.reserve())) expect(reserved ?? 0).toBeGreaterThanOrEqual(0);
}

/** Waits until a background request or a probe may be sent. @returns the time of waiting, and the part without a reported reason */
function waitForRequest({ ledger, clock }: Bench): { waitedMs: number; silentMs: number } {
  const startedAt = clock.monotonic();
  let silentMs = 0;
  while (clock.monotonic() <= startedAt + 2 * DAY_MS) {
    const decision = ledger.decide('inventory');
    if (decision.kind === 'admit') break;
    const probe = decision.kind === 'wait' ? decision : ledger.decide('probe');
    if (probe.kind !== 'wait') break;
    const waitMs = probe.until - clock.monotonic();
    expect(waitMs).toBeGreaterThan(0);
    if (decision.kind === 'wait' && waitMs <= BACKGROUND_MAX_WAIT_MS) silentMs += waitMs;
    else expect(decision.failure).toHaveProperty('code');
    clock.advance(waitMs);
  }
  return { waitedMs: clock.monotonic() - startedAt, silentMs };
}

test('row 92: with any headers all figures are finite, and another request may be sent later; until then a reason is reported', () => {
  fc.assert(
    fc.property(rounds, fc.boolean(), (list, restarts) => {
      const bench = createBench();
      for (const round of list) {
        play(bench, round);
        expectSoundReports(bench);
      }
      const { ledger, clock } = bench;
      const moment = { monotonic: clock.monotonic(), wall: clock.now() };
      const restored = parseStoredState({ ...moment, state: ledger.current() }).state;
      if (restarts) ledger.replace(restored);
      const { waitedMs, silentMs } = waitForRequest(bench);
      expect(waitedMs).toBeLessThanOrEqual(DAY_MS);
      expect(silentMs).toBeLessThanOrEqual(BACKGROUND_MAX_WAIT_MS);
      bench.good(plenty);
      clock.advance(70_000);
      expect(bench.kinds('inventory', 'detail'), 'plausible counters end every wait').toEqual([
        'admit',
        'admit',
      ]);
    }),
    { numRuns: generated(500) },
  );
});
