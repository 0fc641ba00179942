import 'server-only';

const SAMPLE_MS = 60_000;
export const RETENTION_MS = 7 * 86_400_000;
export const SAMPLES_MAX = 10_080;

/** Both quotas at one moment. `instant`: monotonic ms; `at`: epoch ms, for display. */
export interface Sample {
  instant: number;
  at: number;
  dailyRemaining: number | null;
  monthlyRemaining: number | null;
}

/**
 * Returns the samples, oldest first, with the new one added, unless the last one is less than a minute older. Keeps 7
 * days, at most 10,080 samples.
 */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && sample.instant - last.instant < SAMPLE_MS) return samples;
  const recent = samples.findIndex(({ instant }) => instant > sample.instant - RETENTION_MS);
  const first = recent === -1 ? samples.length : Math.max(recent, samples.length - (SAMPLES_MAX - 1));
  return [...samples.slice(first), sample];
}

/** Returns at most `max` (at least 2) of the items, evenly distributed, including the first and the last. */
export function downsample<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, place) => {
    const index = Math.round((place * (items.length - 1)) / (max - 1));
    return items.slice(index, index + 1);
  }).flat();
}
