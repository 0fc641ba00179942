import 'server-only';
import { z } from 'zod';
import { wallTime } from '../storage/wall-time-schema.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const RETENTION_MS = 7 * DAY_MS;
/** Without viewers there is a response every 15 minutes; a gap means that two of them are missing. */
const GAP_MS = 35 * MINUTE_MS;
/** One sample is kept of each step: about 120 of the last day, and 80 of the days before. */
const RECENT_STEP_MS = 12 * MINUTE_MS;
const OLDER_STEP_MS = 108 * MINUTE_MS;
/** Bounds what is stored when Remaining rises again and again. */
const SAMPLES_MAX = 1_000;

/** Both quotas at one moment. `instant`: monotonic ms; `at`: epoch ms, for display. Stored. */
export const sampleSchema = z.object({
  instant: z.number(),
  at: wallTime,
  dailyRemaining: z.number().nullable(),
  monthlyRemaining: z.number().nullable(),
  afterGap: z.boolean(),
});
export type Sample = z.infer<typeof sampleSchema>;

/**
 * Returns the samples of 7 days for the usage chart, oldest first, with a new one, unless the last one is less than a
 * minute older. They are thinned, but both samples at each rise (a reset) and at each gap are kept, so that a line between
 * two neighbours always represents an observed decrease.
 */
export function addSample(samples: readonly Sample[], added: Omit<Sample, 'afterGap'>): readonly Sample[] {
  const last = samples.at(-1);
  if (last && added.instant - last.instant < MINUTE_MS) return samples;
  const afterGap = last !== undefined && added.instant - last.instant > GAP_MS;
  const isRecent = ({ instant }: Sample, ms: number) => instant > added.instant - ms;
  const stepOf = (sample: Sample) =>
    Math.floor(sample.instant / (isRecent(sample, DAY_MS) ? RECENT_STEP_MS : OLDER_STEP_MS));
  return [...samples, { ...added, afterGap }]
    .filter((sample) => isRecent(sample, RETENTION_MS))
    .filter((sample, index, all) => {
      const [before, after] = [all[index - 1], all[index + 1]];
      if (!before || !after || isBreak(before, sample) || isBreak(sample, after)) return true;
      return stepOf(before) !== stepOf(sample);
    })
    .slice(-SAMPLES_MAX);
}

function isBreak(before: Sample, after: Sample): boolean {
  const rises = (name: 'dailyRemaining' | 'monthlyRemaining') =>
    (after[name] ?? 0) > (before[name] ?? Number.POSITIVE_INFINITY);
  return after.afterGap || rises('dailyRemaining') || rises('monthlyRemaining');
}
