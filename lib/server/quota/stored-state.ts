import 'server-only';
import { z } from 'zod';
import { wallTime } from '../store/wall-time-schema.ts';
import { knownLimit, plausibleCounters } from '../upstream/usage-headers.ts';
import { withoutRequests } from './in-flight-requests.ts';
import { DAY_MS, MONTH_MS } from './quota-window.ts';
import type { Series } from './series.ts';
import type { QuotaState } from './state.ts';
import { failureSchema } from './stored-failure.ts';

/** Records of another version are rejected. */
export const STATE_VERSION = 2;
const HOUR_MS = 3_600_000;

const order = z.number();
const instant = z.number();
const count = z.number().nonnegative();
export const seriesSchema = z.object({
  cycleMs: z.number().positive(),
  buckets: z.array(z.object({ index: z.number(), count })),
});
const quotaOf = (periodMs: number) =>
  z
    .object({
      limit: z.number().nullable(),
      remaining: z.number().nullable(),
      unconfirmed: count,
      unconfirmedUpTo: order,
      seenAt: instant,
      sentAt: instant,
      order,
      resetsBy: instant.nullable(),
      reset: z.object({ from: instant, to: instant }).nullable(),
      boundaryKnown: z.boolean(),
      reported: z.boolean().nullable(),
    })
    // Version 1.0.0 also stored counters that cannot be true (row 92).
    .transform((window) => ({ ...window, ...plausibleCounters(window), periodMs }));
const elsewhere = z.object({
  since: instant.nullable(),
  total: count,
  series: seriesSchema,
  base: z.number(),
  ours: z.number(),
  noticed: count,
});

const stateSchema: z.ZodType<Omit<QuotaState, 'history'>> = z.object({
  inFlight: z.object({
    order,
    requests: z.array(z.object({ order, sentAt: instant })),
    unconfirmed: z.array(instant),
  }),
  minute: z
    .object({
      limit: z.number().nullable(),
      current: z.object({ remaining: z.number(), resetsAfter: instant, resetsBy: instant, order }).nullable(),
      reported: z.boolean().nullable(),
    })
    .transform((window) => ({ ...window, limit: knownLimit([window.limit], 0) })),
  daily: quotaOf(DAY_MS),
  monthly: quotaOf(MONTH_MS),
  backoff: z.object({
    current: z
      .object({
        cause: z.enum(['minute', 'daily', 'monthly', 'unknown', 'rejected', 'breaker']),
        failure: failureSchema,
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
  sends: seriesSchema,
  elsewhere: z.object({ daily: elsewhere, monthly: elsewhere }),
  since: instant,
  sinceWall: wallTime,
  firstSeenWall: wallTime.nullable(),
  lastSeenWall: wallTime.nullable(),
});

export const storedSchema = z
  .object({ version: z.literal(STATE_VERSION), monotonic: instant, wall: wallTime, state: stateSchema })
  .refine(hasPlausibleWaits);

/** A stored state and its time by both clocks. Its history is empty, and its series have only the newest counts. */
export interface StoredState {
  monotonic: number;
  wall: number;
  state: QuotaState;
}

/**
 * Number of the newest buckets of each series in the record, which must be small because it is written for each request.
 * All buckets are in the record of the history, which is written every half an hour (persistent-ledger.ts). Four buckets of
 * our own requests are at least the last half an hour.
 */
const NEWEST_BUCKETS = 4;

/** Serializes the state without its history. */
export function storedState({ monotonic, wall, state }: StoredState): string[] {
  const { history: _, ...rest } = state;
  const { daily, monthly } = state.elsewhere;
  const small = {
    ...rest,
    sends: newestBuckets(state.sends),
    elsewhere: {
      daily: { ...daily, series: newestBuckets(daily.series) },
      monthly: { ...monthly, series: newestBuckets(monthly.series) },
    },
  };
  return [JSON.stringify({ version: STATE_VERSION, monotonic, wall, state: small }, shorten)];
}

function newestBuckets(series: Series): Series {
  return { ...series, buckets: series.buckets.slice(-NEWEST_BUCKETS) };
}

/** Rounds numbers, because fractions of a millisecond take ten digits each, and omits the constant `periodMs`. */
function shorten(key: string, value: unknown): unknown {
  if (key === 'periodMs') return undefined;
  return typeof value === 'number' ? Math.round(value) : value;
}

/** Whether no wait ends later than the rules allow. Such a wait would block requests until the record is removed. */
export function hasPlausibleWaits({
  monotonic,
  state,
}: {
  monotonic: number;
  state: Pick<QuotaState, 'minute' | 'daily' | 'monthly' | 'backoff'>;
}): boolean {
  const { minute, daily, monthly, backoff } = state;
  const within = (instant: number | null | undefined, ms: number) => (instant ?? 0) <= monotonic + ms;
  return (
    within(minute.current?.resetsBy, 2 * HOUR_MS) &&
    within(backoff.current?.openAt, 2 * HOUR_MS) &&
    within(daily.resetsBy, DAY_MS + HOUR_MS) &&
    within(monthly.resetsBy, MONTH_MS + HOUR_MS)
  );
}

/** Parses a stored state. @throws Error (also ZodError, SyntaxError) when the record is not valid or of another version */
export function parseStoredState(parts: readonly string[]): StoredState {
  const { monotonic, wall, state } = storedSchema.parse(JSON.parse(parts.join('')));
  // Upstream may have counted the requests that were in flight when the process ended.
  const inFlight = withoutRequests(state.inFlight, monotonic);
  return { monotonic, wall, state: { ...state, inFlight, history: [] } };
}
