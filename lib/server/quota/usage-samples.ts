import 'server-only';
import type { UsageSample } from '@/lib/contract/usage';

const SAMPLE_MS = 60_000;
const DAY_MS = 86_400_000;
export const RETENTION_MS = 7 * DAY_MS;
/** Without viewers there is a response every 15 minutes; a gap means that two of them are missing. */
const GAP_MS = 35 * 60_000;
/** Number of samples in the usage chart: of the last day, and of the days before. */
const RECENT_COUNT = 120;
const OLDER_COUNT = 80;

/** Both quotas at one moment. `instant`: monotonic ms; `at`: epoch ms, for display. */
export interface Sample {
  instant: number;
  at: number;
  dailyRemaining: number | null;
  monthlyRemaining: number | null;
}

/** Returns the samples of 7 days, oldest first, with a new one, unless the last one is less than a minute older. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && sample.instant - last.instant < SAMPLE_MS) return samples;
  const recent = samples.filter(({ instant }) => instant > sample.instant - RETENTION_MS);
  return [...recent, sample];
}

/**
 * Returns the samples for the usage chart: about 120 of the last day and 80 of the days before, evenly distributed; also
 * both at each rise (a reset) and at each gap, so that a line between two neighbours always represents an observed decrease.
 */
export function samplesForDisplay(samples: readonly Sample[]): UsageSample[] {
  const [from, to] = [samples.at(0)?.instant ?? 0, samples.at(-1)?.instant ?? 0];
  const since = Math.max(from, to - DAY_MS);
  const [recentMs, olderMs] = [(to - since) / RECENT_COUNT, (since - from) / OLDER_COUNT];
  const stepOf = ({ instant }: Sample) => Math.floor(instant / (instant > since ? recentMs : olderMs));
  return samples.flatMap((sample, index) => {
    const [before, after] = [samples[index - 1], samples[index + 1]];
    const isBetween = before && after && !isBreak(before, sample) && !isBreak(sample, after);
    if (isBetween && stepOf(before) === stepOf(sample)) return [];
    return {
      at: new Date(sample.at).toISOString(),
      daily_remaining: sample.dailyRemaining,
      monthly_remaining: sample.monthlyRemaining,
      after_gap: before !== undefined && isGap(before, sample),
    };
  });
}

function isGap(before: Sample, after: Sample): boolean {
  return after.instant - before.instant > GAP_MS;
}

function isBreak(before: Sample, after: Sample): boolean {
  const rises = (name: 'dailyRemaining' | 'monthlyRemaining') =>
    (after[name] ?? 0) > (before[name] ?? Number.POSITIVE_INFINITY);
  return isGap(before, after) || rises('dailyRemaining') || rises('monthlyRemaining');
}
