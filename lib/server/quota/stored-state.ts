import 'server-only';
import { z } from 'zod';
import { wallTime } from '../storage/wall-time-schema.ts';
import { knownLimit, plausibleCounters } from '../upstream/usage-headers.ts';
import { withoutRequests } from './in-flight-requests.ts';
import { DAY_MS, MONTH_MS } from './quota-window.ts';
import type { QuotaState } from './state.ts';
import { failureSchema } from './stored-failure.ts';

const HOUR_MS = 3_600_000;

const order = z.number();
const instant = z.number();
const count = z.number().nonnegative();
const seriesSchema = z.object({
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
    // Another version may have stored counters that cannot be true (row 92).
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

const storedSchema = z
  .object({ monotonic: instant, wall: wallTime, state: stateSchema })
  .refine(hasPlausibleWaits);

/** A stored state and its time by both clocks. Its history is empty, because the samples are rows of their own. */
export interface StoredState {
  monotonic: number;
  wall: number;
  state: QuotaState;
}

/** Returns the state without its history, as JSON. */
export function storedState({ monotonic, wall, state }: StoredState): unknown {
  const { history: _, ...rest } = state;
  return JSON.parse(JSON.stringify({ monotonic, wall, state: rest }, shorten));
}

/** Rounds numbers, because fractions of a millisecond take ten digits each, and omits the constant `periodMs`. */
function shorten(key: string, value: unknown): unknown {
  if (key === 'periodMs') return undefined;
  return typeof value === 'number' ? Math.round(value) : value;
}

/** Whether no wait ends later than the rules allow. Such a wait would block requests until the record is removed. */
function hasPlausibleWaits({
  monotonic,
  state,
}: {
  monotonic: number;
  state: Pick<QuotaState, 'minute' | 'daily' | 'monthly' | 'backoff'>;
}): boolean {
  const { minute, daily, monthly, backoff } = state;
  const within = (instant: number | null | undefined, ms: number) => (instant ?? monotonic) <= monotonic + ms;
  return (
    within(minute.current?.resetsBy, 2 * HOUR_MS) &&
    within(backoff.current?.openAt, 2 * HOUR_MS) &&
    within(daily.resetsBy, DAY_MS + HOUR_MS) &&
    within(monthly.resetsBy, MONTH_MS + HOUR_MS)
  );
}

/** Parses a stored state. @throws ZodError when it is not valid */
export function parseStoredState(value: unknown): StoredState {
  const { monotonic, wall, state } = storedSchema.parse(value);
  // Upstream may have counted the requests that were in flight when it was stored.
  const inFlight = withoutRequests(state.inFlight, monotonic);
  return { monotonic, wall, state: { ...state, inFlight, history: [] } };
}
