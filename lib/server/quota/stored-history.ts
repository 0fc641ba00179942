import 'server-only';
import { z } from 'zod';
import { wallTime } from '../store/wall-time.ts';
import type { Sample } from './history.ts';
import { bucketMs, type Series } from './series.ts';
import type { SpentElsewhere } from './spending.ts';
import type { Moment, QuotaState } from './state.ts';
import { seriesSchema } from './stored-state.ts';

/** Another number is another form, which is not read. */
const VERSION = 1;
/** Few enough that writing one part does not hold up anybody. */
const SAMPLES_A_PART = 1000;

const watchedSchema = z.object({ since: z.number().nullable(), series: seriesSchema });
const headSchema = z.object({
  version: z.literal(VERSION),
  /** One moment by both clocks, on which the instants of this record are. */
  monotonic: z.number(),
  wall: wallTime,
  sends: seriesSchema,
  elsewhere: z.object({ daily: watchedSchema, monthly: watchedSchema }),
  samples: z.number(),
});
const samplesSchema = z.array(z.tuple([z.number(), wallTime, z.number().nullable(), z.number().nullable()]));

/** What the ledger remembers for longer than an hour: counters over a week, and counts of requests over a day or a week. */
export type UsageHistory = Pick<QuotaState, 'history' | 'sends'> & {
  elsewhere: Record<'daily' | 'monthly', Pick<SpentElsewhere, 'since' | 'series'>>;
};

/** The ledger's history as the parts of a stored record: a head, then samples. Made piece by piece. */
export function* storedHistory(state: QuotaState, { now, wall }: Moment): Generator<string> {
  const { history, sends } = state;
  const watched = ({ since, series }: SpentElsewhere) => ({ since, series });
  const elsewhere = { daily: watched(state.elsewhere.daily), monthly: watched(state.elsewhere.monthly) };
  const head = { version: VERSION, monotonic: now, wall, sends, elsewhere, samples: history.length };
  yield JSON.stringify(head);
  for (let first = 0; first < history.length; first += SAMPLES_A_PART) {
    yield JSON.stringify(
      history
        .slice(first, first + SAMPLES_A_PART)
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
 * Reads the history back, on the clock of this process: by what the wall clock says has passed, since the ledger's
 * record, which sets the clock, may be of another time or unreadable.
 *
 * @throws Error (also ZodError, SyntaxError) for what is no whole history of this version
 */
export function parseStoredHistory(parts: readonly string[], { now, wall }: Moment): UsageHistory {
  const [first = '', ...rest] = parts;
  const head = headSchema.parse(JSON.parse(first));
  const later = now - Math.max(0, wall - head.wall) - head.monotonic;
  const history = rest
    .flatMap((part) => samplesSchema.parse(JSON.parse(part)))
    .map(
      ([instant, at, dailyRemaining, monthlyRemaining]): Sample => ({
        instant: Math.min(instant + later, now),
        at,
        dailyRemaining,
        monthlyRemaining,
      }),
    );
  if (history.length !== head.samples) throw new Error('samples are missing');
  const watched = ({ since, series }: z.infer<typeof watchedSchema>) => ({
    since: since === null ? null : Math.min(since + later, now),
    series: laterSeries(series, later),
  });
  return {
    history,
    sends: laterSeries(head.sends, later),
    elsewhere: { daily: watched(head.elsewhere.daily), monthly: watched(head.elsewhere.monthly) },
  };
}

/** The same counts on a clock that is so far ahead, as closely as buckets tell. */
function laterSeries(series: Series, ms: number): Series {
  const buckets = Math.round(ms / bucketMs(series));
  return {
    ...series,
    buckets: series.buckets.map(({ index, count }) => ({ index: index + buckets, count })),
  };
}
