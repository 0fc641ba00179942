import 'server-only';
import { downsample, type Sample } from './history.ts';
import { DAY_MS } from './quota-window.ts';

/** A sample for the usage chart. */
export interface DisplaySample extends Sample {
  /** Whether more than 35 minutes without a sample precede it. */
  afterGap: boolean;
}

/** Without viewers there is a response every 15 minutes; a gap means that two of them are missing. */
const GAP_MS = 35 * 60_000;
/** Maximum number of samples of the last day, which is shown in more detail, and of the days before. */
const RECENT_MAX = 120;
const OLDER_MAX = 80;

/** Results by history. A history changes at most once a minute and is requested by all viewers. */
const cache = new WeakMap<readonly Sample[], readonly DisplaySample[]>();

/**
 * Downsamples a history for the response. Both samples at each rise (a reset) and at each gap are kept, so that a line
 * between two neighbours always represents an observed decrease.
 */
export function historyForDisplay(samples: readonly Sample[]): readonly DisplaySample[] {
  const display = cache.get(samples) ?? prepare(samples);
  cache.set(samples, display);
  return display;
}

function prepare(samples: readonly Sample[]): DisplaySample[] {
  const display = samples.map((sample, index): DisplaySample => {
    const before = samples[index - 1];
    return { ...sample, afterGap: before !== undefined && sample.instant - before.instant > GAP_MS };
  });
  const breaks = new Set<DisplaySample>();
  for (const [index, sample] of display.entries()) {
    const before = display[index - 1];
    if (before && (sample.afterGap || rises(before, sample))) breaks.add(before).add(sample);
  }
  const since = (display.at(-1)?.instant ?? 0) - DAY_MS;
  const kept = new Set([
    ...downsample(
      display.filter(({ instant }) => instant <= since),
      OLDER_MAX,
    ),
    ...downsample(
      display.filter(({ instant }) => instant > since),
      RECENT_MAX,
    ),
    ...breaks,
  ]);
  return display.filter((sample) => kept.has(sample));
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
