import 'server-only';
import { type Sample, thin } from './history.ts';
import { DAY_MS } from './windows.ts';

/** A sample for the screen. */
export interface ToldSample extends Sample {
  /** Nothing was observed for long before it. */
  afterGap: boolean;
}

/** With nobody looking there is an answer every 15 minutes; two of them missing is a gap. */
const GAP_MS = 35 * 60_000;
/** Points for the last day, which is looked at hour by hour, and for all that is older. */
const RECENT_MAX = 120;
const OLDER_MAX = 80;

/** A history changes once a minute at most, and is told to everybody who looks. */
const known = new WeakMap<readonly Sample[], readonly ToldSample[]>();

/**
 * Few enough samples to send, and still true: both sides of every rise (a reset) and of every gap are kept, so that
 * what is drawn between two neighbours was a fall that was watched.
 */
export function toldHistory(samples: readonly Sample[]): readonly ToldSample[] {
  const told = known.get(samples) ?? thinned(samples);
  known.set(samples, told);
  return told;
}

function thinned(samples: readonly Sample[]): ToldSample[] {
  const told = samples.map((sample, index): ToldSample => {
    const before = samples[index - 1];
    return { ...sample, afterGap: before !== undefined && sample.instant - before.instant > GAP_MS };
  });
  const breaks = new Set<ToldSample>();
  for (const [index, sample] of told.entries()) {
    const before = told[index - 1];
    if (before && (sample.afterGap || rises(before, sample))) breaks.add(before).add(sample);
  }
  const since = (told.at(-1)?.instant ?? 0) - DAY_MS;
  const kept = new Set([
    ...thin(
      told.filter(({ instant }) => instant <= since),
      OLDER_MAX,
    ),
    ...thin(
      told.filter(({ instant }) => instant > since),
      RECENT_MAX,
    ),
    ...breaks,
  ]);
  return told.filter((sample) => kept.has(sample));
}

function rises(before: Sample, after: Sample): boolean {
  return (
    isMore(before.dailyRemaining, after.dailyRemaining) ||
    isMore(before.monthlyRemaining, after.monthlyRemaining)
  );
}

function isMore(before: number | null, after: number | null): boolean {
  return before !== null && after !== null && after > before;
}
