import 'server-only';
import { z } from 'zod';
import { wallTime } from '../storage/wall-time-schema.ts';
import { withoutRequests } from './in-flight-requests.ts';
import { DAY_MS, MONTH_MS } from './quota-window.ts';
import { quotaStateSchema } from './state.ts';

const HOUR_MS = 3_600_000;

const storedSchema = z.object({ monotonic: z.number(), wall: wallTime, state: quotaStateSchema });

/** A stored state and its time by both clocks. */
export type StoredState = z.infer<typeof storedSchema>;

/** Whether no wait ends later than the rules allow. Such a wait would block requests until the record is removed. */
function hasPlausibleWaits({ monotonic, state }: StoredState): boolean {
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
  const { monotonic, wall, state } = storedSchema.refine(hasPlausibleWaits).parse(value);
  // Upstream may have counted the requests that were in flight when it was stored.
  return { monotonic, wall, state: { ...state, inFlight: withoutRequests(state.inFlight, monotonic) } };
}
