import 'server-only';

const SAMPLE_MS = 60_000;
const KEPT_MS = 7 * 86_400_000;
const KEPT_MAX = 10_080;

/** Both quotas at one moment. `instant` is monotonic; `at` is wall time, epoch ms, for the screen. */
export interface Sample {
  instant: number;
  at: number;
  dailyRemaining: number | null;
  monthlyRemaining: number | null;
}

/** Adds a sample unless the last is less than a minute old; keeps 7 days, at most 10,080 samples. Oldest first. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && sample.instant - last.instant < SAMPLE_MS) return samples;
  const recent = samples.findIndex(({ instant }) => instant > sample.instant - KEPT_MS);
  const first = recent === -1 ? samples.length : Math.max(recent, samples.length - (KEPT_MAX - 1));
  return [...samples.slice(first), sample];
}

/** At most `max` (two or more) of the items, evenly chosen, the oldest and the newest among them. */
export function thin<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, place) => {
    const index = Math.round((place * (items.length - 1)) / (max - 1));
    return items.slice(index, index + 1);
  }).flat();
}
