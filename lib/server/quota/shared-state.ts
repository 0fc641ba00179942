import 'server-only';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { addSample } from './history.ts';
import { renumber } from './in-flight-requests.ts';
import { unknownMinute } from './minute-window.ts';
import { joinSeries } from './series.ts';
import { emptyState, type Moment, type QuotaState } from './state.ts';
import { hasPlausibleWaits, STATE_VERSION, storedSchema } from './stored-state.ts';

/** A state in the future by more than this was written by another clock. */
const CLOCK_TOLERANCE_MS = 60_000;

const versionSchema = z.object({ version: z.number() });

/**
 * Parses the state that the replicas share. Unlike a stored state of an earlier process it may have requests in flight.
 *
 * @param now the present time of the shared clock, monotonic ms
 * @returns `foreign` for a record that a later version may have written; `lost` for one of an earlier version, which nobody
 *   would ever replace otherwise, for a damaged one, and when its times do not fit the shared clock, which then was set back
 */
export function parseSharedState(text: string, now: number): QuotaState | 'foreign' | 'lost' {
  const json = parseJson(text);
  const parsed = storedSchema.safeParse(json);
  if (!parsed.success) {
    const written = versionSchema.safeParse(json);
    return written.success && written.data.version <= STATE_VERSION ? 'lost' : 'foreign';
  }
  const state = { ...parsed.data.state, history: [] };
  const fits = parsed.data.monotonic <= now + CLOCK_TOLERANCE_MS;
  return fits && hasPlausibleWaits({ monotonic: now, state }) ? state : 'lost';
}

/**
 * Joins the shared state, whose series have only the newest counts, with the older counts and the history that this
 * replica has seen.
 */
export function joinShared(local: QuotaState, shared: QuotaState, { now }: Moment): QuotaState {
  const { daily, monthly } = shared.elsewhere;
  const isNewer = shared.lastSeenWall !== null && shared.lastSeenWall > (local.lastSeenWall ?? 0);
  return {
    ...shared,
    sends: joinSeries(local.sends, shared.sends),
    elsewhere: {
      daily: { ...daily, series: joinSeries(local.elsewhere.daily.series, daily.series) },
      monthly: { ...monthly, series: joinSeries(local.elsewhere.monthly.series, monthly.series) },
    },
    history: isNewer
      ? addSample(local.history, {
          instant: now,
          at: shared.lastSeenWall ?? 0,
          dailyRemaining: shared.daily.remaining,
          monthlyRemaining: shared.monthly.remaining,
        })
      : local.history,
  };
}

/**
 * Returns the state with which the replicas go on when the shared one is lost: the last known one, but without the minute,
 * which others may have used. So one request at a time is sent until the first response reports the counters. Requests in
 * flight still count.
 */
export function afterLoss(state: QuotaState, moment: Moment): QuotaState {
  if (!hasPlausibleWaits({ monotonic: moment.now, state }))
    return { ...emptyState(moment), history: state.history };
  return {
    ...state,
    minute: { ...unknownMinute, limit: state.minute.limit },
    inFlight: renumber(state.inFlight, moment.now),
  };
}
