import 'server-only';
import { z } from 'zod';
import { wallTime } from '../store/wall-time-schema.ts';
import type { Sample } from './history.ts';
import { bucketMs, type Series } from './series.ts';
import type { SpentElsewhere } from './spending.ts';
import type { Moment, QuotaState } from './state.ts';
import { seriesSchema } from './stored-state.ts';

/** Records of another version are rejected. */
const VERSION = 1;
/** Small enough that serializing one part does not block the event loop noticeably. */
const SAMPLES_PER_PART = 1000;

const elsewhereSchema = z.object({ since: z.number().nullable(), series: seriesSchema });
const headSchema = z.object({
  version: z.literal(VERSION),
  /** The time of writing by both clocks. The times of the record are relative to it. */
  monotonic: z.number(),
  wall: wallTime,
  sends: seriesSchema,
  elsewhere: z.object({ daily: elsewhereSchema, monthly: elsewhereSchema }),
  samples: z.number(),
});
const samplesSchema = z.array(z.tuple([z.number(), wallTime, z.number().nullable(), z.number().nullable()]));

/** The long-term part of the ledger's state: samples of a week, and counts of requests of a day or a week. */
export type UsageHistory = Pick<QuotaState, 'history' | 'sends'> & {
  elsewhere: Record<'daily' | 'monthly', Pick<SpentElsewhere, 'since' | 'series'>>;
};

/** Generates the parts of the stored record: a head, then samples. */
export function* storedHistory(state: QuotaState, { now, wall }: Moment): Generator<string> {
  const { history, sends } = state;
  const watched = ({ since, series }: SpentElsewhere) => ({ since, series });
  const elsewhere = { daily: watched(state.elsewhere.daily), monthly: watched(state.elsewhere.monthly) };
  const head = { version: VERSION, monotonic: now, wall, sends, elsewhere, samples: history.length };
  yield JSON.stringify(head);
  for (let first = 0; first < history.length; first += SAMPLES_PER_PART) {
    yield JSON.stringify(
      history
        .slice(first, first + SAMPLES_PER_PART)
        .map(({ instant, at, dailyRemaining, monthlyRemaining }) => [
          Math.round(instant),
          Math.round(at),
          dailyRemaining,
          monthlyRemaining,
        ]),
    );
  }
}

/**
 * Parses a stored history and converts its times to the clock of this process. The conversion uses the wall time,
 * because the ledger's record, from which the monotonic clock is restored, may be older or unreadable.
 *
 * @throws Error (also ZodError, SyntaxError) when the record is not a complete history of this version
 */
export function parseStoredHistory(parts: readonly string[], { now, wall }: Moment): UsageHistory {
  const [first = '', ...rest] = parts;
  const head = headSchema.parse(JSON.parse(first));
  const offset = now - Math.max(0, wall - head.wall) - head.monotonic;
  const history = rest
    .flatMap((part) => samplesSchema.parse(JSON.parse(part)))
    .map(
      ([instant, at, dailyRemaining, monthlyRemaining]): Sample => ({
        instant: Math.min(instant + offset, now),
        at,
        dailyRemaining,
        monthlyRemaining,
      }),
    );
  if (history.length !== head.samples) throw new Error('samples are missing');
  const watched = ({ since, series }: z.infer<typeof elsewhereSchema>) => ({
    since: since === null ? null : Math.min(since + offset, now),
    series: shiftSeries(series, offset),
  });
  return {
    history,
    sends: shiftSeries(head.sends, offset),
    elsewhere: { daily: watched(head.elsewhere.daily), monthly: watched(head.elsewhere.monthly) },
  };
}

/** Shifts a series in time, with the precision of its buckets. */
function shiftSeries(series: Series, ms: number): Series {
  const buckets = Math.round(ms / bucketMs(series));
  return {
    ...series,
    buckets: series.buckets.map(({ index, count }) => ({ index: index + buckets, count })),
  };
}
