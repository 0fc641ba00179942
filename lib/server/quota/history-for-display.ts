import 'server-only';
import { type Sample, thin } from './history.ts';
import { DAY_MS } from './windows.ts';

/** A sample for the screen. */
export interface DisplaySample extends Sample {
  /** Nothing was observed for long before it. */
  afterGap: boolean;
}

/** With nobody looking there is an answer every 15 minutes; two of them missing is a gap. */
const GAP_MS = 35 * 60_000;
/** Points for the last day, which is looked at hour by hour, and for all that is older. */
const RECENT_MAX = 120;
const OLDER_MAX = 80;

/** A history changes once a minute at most, and everybody who looks gets it. */
const known = new WeakMap<readonly Sample[], readonly DisplaySample[]>();

/**
 * Few enough samples to send, and still true: both sides of every rise (a reset) and of every gap are kept, so that
 * what is drawn between two neighbours was a fall that was watched.
 */
export function historyForDisplay(samples: readonly Sample[]): readonly DisplaySample[] {
  const display = known.get(samples) ?? thinned(samples);
  known.set(samples, display);
  return display;
}

function thinned(samples: readonly Sample[]): DisplaySample[] {
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
    ...thin(
      display.filter(({ instant }) => instant <= since),
      OLDER_MAX,
    ),
    ...thin(
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
