import 'server-only';
import { z } from 'zod';
import type { UpstreamFailure } from '../errors.ts';
import { wallTime } from '../store/wall-time.ts';
import type { QuotaState } from './state.ts';
import { DAY_MS, MONTH_MS } from './windows.ts';

/** Another number is another form, which is not read. */
const VERSION = 1;
const HOUR_MS = 3_600_000;

const order = z.number();
const instant = z.number();
const count = z.number().nonnegative();
const series = z.object({
  cycleMs: z.number().positive(),
  buckets: z.array(z.object({ index: z.number(), count })),
});
const quotaOf = (periodMs: number) =>
  z.object({
    periodMs: z.literal(periodMs),
    limit: z.number().nullable(),
    remaining: z.number().nullable(),
    untold: count,
    untoldOrder: order,
    seenAt: instant,
    sentAt: instant,
    order,
    resetsBy: instant.nullable(),
    reset: z.object({ from: instant, to: instant }).nullable(),
    boundaryKnown: z.boolean(),
    told: z.boolean().nullable(),
  });
const elsewhere = z.object({
  since: instant.nullable(),
  total: count,
  series,
  base: z.number(),
  ours: z.number(),
  noticed: count,
});

const plain = <Code extends string>(code: Code) => z.object({ code: z.literal(code) });
const failure: z.ZodType<UpstreamFailure> = z.union([
  z.object({
    code: z.enum(['rate_limited', 'daily_quota_exhausted', 'monthly_quota_exhausted', 'quota_unknown']),
    retryAt: z.number().nullable(),
  }),
  z
    .object({
      code: z.literal('missing_scope'),
      requiredScope: z.string().optional(),
      requiredScopesAnyOf: z.array(z.string()).optional(),
      grantedScopes: z.array(z.string()),
    })
    .transform(({ requiredScope, requiredScopesAnyOf, ...rest }) => ({
      ...rest,
      ...(requiredScope === undefined ? {} : { requiredScope }),
      ...(requiredScopesAnyOf === undefined ? {} : { requiredScopesAnyOf }),
    })),
  plain('monitor_not_found'),
  plain('api_key_rejected'),
  plain('access_denied'),
  z.object({
    code: z.literal('upstream_unreachable'),
    reason: z.enum(['refused', 'name', 'reset', 'tls', 'other']),
  }),
  z.object({ code: z.literal('upstream_invalid_response'), reason: z.string() }),
  z.object({ code: z.literal('upstream_error'), status: z.number() }),
  plain('upstream_timeout'),
]);

const stateSchema: z.ZodType<QuotaState> = z.object({
  flights: z.object({
    order,
    inFlight: z.array(z.object({ order, sentAt: instant })),
    unseen: z.array(instant),
  }),
  minute: z.object({
    limit: z.number().nullable(),
    current: z.object({ remaining: z.number(), resetsAfter: instant, resetsBy: instant, order }).nullable(),
    told: z.boolean().nullable(),
  }),
  daily: quotaOf(DAY_MS),
  monthly: quotaOf(MONTH_MS),
  standing: z.object({
    hold: z
      .object({
        cause: z.enum(['minute', 'daily', 'monthly', 'unknown', 'rejected', 'breaker']),
        failure,
        openAt: instant,
        retryAt: instant.nullable(),
        probesOnly: z.boolean(),
        order,
      })
      .nullable(),
    refusals: count,
    refusalOrder: order,
    failures: count,
    breakerMs: count,
  }),
  spentHere: z.object({ inventory: count, list: count, detail: count, probe: count, retry: count }),
  sends: series,
  elsewhere: z.object({ daily: elsewhere, monthly: elsewhere }),
  history: z.array(
    z.object({
      instant,
      at: wallTime,
      dailyRemaining: z.number().nullable(),
      monthlyRemaining: z.number().nullable(),
    }),
  ),
  since: instant,
  sinceWall: wallTime,
  firstSeenWall: wallTime.nullable(),
  lastSeenWall: wallTime.nullable(),
});

const storedSchema = z
  .object({ version: z.literal(VERSION), monotonic: instant, wall: wallTime, state: stateSchema })
  .refine(waitsForNothingFar);

/** What the ledger knew, and when, by both clocks. */
export interface StoredState {
  monotonic: number;
  wall: number;
  state: QuotaState;
}

/** The ledger's knowledge as a stored record. */
export function storedState(stored: StoredState): string[] {
  return [JSON.stringify({ version: VERSION, ...stored })];
}

/** A moment that is later than a rule of ours allows would keep requests back for as long as the record lives. */
function waitsForNothingFar({ monotonic, state }: StoredState): boolean {
  const { minute, daily, monthly, standing } = state;
  const within = (instant: number | null | undefined, ms: number) => (instant ?? 0) <= monotonic + ms;
  return (
    within(minute.current?.resetsBy, 2 * HOUR_MS) &&
    within(standing.hold?.openAt, 2 * HOUR_MS) &&
    within(daily.resetsBy, DAY_MS + HOUR_MS) &&
    within(monthly.resetsBy, MONTH_MS + HOUR_MS)
  );
}

/** @throws Error (also ZodError, SyntaxError) for what is no such record of this version */
export function parseStoredState(parts: readonly string[]): StoredState {
  const { monotonic, wall, state } = storedSchema.parse(JSON.parse(parts.join('')));
  return { monotonic, wall, state: withoutFlights(state, monotonic) };
}

/** Requests that were under way when the process ended will never be answered here; upstream may have counted them. */
function withoutFlights(state: QuotaState, now: number): QuotaState {
  const { inFlight, unseen, order: last } = state.flights;
  return {
    ...state,
    flights: { order: last, inFlight: [], unseen: [...unseen, ...inFlight.map(() => now)] },
  };
}
