import type { Period } from './periods';

/** A point of the lines, in the SVG of 100 by 100 units before scaling: x in units, the times in milliseconds. */
export interface TimePoint {
  x: number;
  meanMs: number;
  maxMs: number;
}

/**
 * The points of the lines, from left to right; null is a gap. The lines pass over a period only if the monitor was up in
 * it and no new check ran: they break where Sightline did not read the list, also for a part of a period, and where no
 * check had a response time.
 */
export function timePoints(periods: readonly Period[]): (TimePoint | null)[] {
  return periods.flatMap(({ state, checks, meanMs, maxMs, quarters }, index) => {
    const isWhole = quarters.seen === quarters.of;
    if (meanMs !== null && maxMs !== null) {
      const point = { x: ((index + 0.5) * 100) / periods.length, meanMs, maxMs };
      return isWhole ? [point] : [null, point, null];
    }
    return isWhole && state === 'up' && checks === 0 ? [] : [null];
  });
}

/** The maximum is drawn up to this multiple of the highest mean; above it the line of the mean would be too low. */
const MAX_PEAK_RATIO = 4;

/** The top of the axis, milliseconds, and whether higher maxima are cut off; null without response times. */
export function timeScale(periods: readonly Period[]): { max: number; isCut: boolean } | null {
  const means = periods.flatMap(({ meanMs }) => meanMs ?? []);
  if (means.length === 0) return null;
  const highest = Math.max(1, ...periods.map(({ maxMs }) => maxMs ?? 0));
  const limit = Math.max(1, ...means) * MAX_PEAK_RATIO;
  return { max: Math.min(highest, limit) * 1.1, isCut: highest > limit * 1.1 };
}
