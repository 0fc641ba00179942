import type { Period } from './periods';

/** A point of the lines, in the SVG of 100 by 100 units before scaling: x in units, the times in milliseconds. */
interface TimePoint {
  x: number;
  meanMs: number;
  maxMs: number;
}

/**
 * The connected parts of the lines, from left to right. The lines pass over a period only if the monitor was up in
 * it and no new check ran: they break where Sightline did not read the list, also for a part of a period, and where no
 * check had a response time.
 */
function connectedPoints(periods: readonly Period[]): TimePoint[][] {
  const parts: TimePoint[][] = [[]];
  for (const [index, { state, checks, meanMs, maxMs, quarters }] of periods.entries()) {
    const isWhole = quarters.seen === quarters.of;
    if (!isWhole) parts.push([]);
    if (meanMs !== null && maxMs !== null) {
      parts.at(-1)?.push({ x: ((index + 0.5) * 100) / periods.length, meanMs, maxMs });
      if (!isWhole) parts.push([]);
    } else if (state !== 'up' || checks > 0) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** The lines of the mean and the maximum, and the area between them, as SVG paths. @param y from milliseconds to units */
export function timePaths(periods: readonly Period[], y: (ms: number) => number) {
  const parts = connectedPoints(periods);
  const pathOf = (part: readonly TimePoint[], value: 'meanMs' | 'maxMs') =>
    part.map((point) => `${point.x},${y(point[value])}`).join('L');
  // A closed path of one point is drawn as a dot.
  const lineOf = (value: 'meanMs' | 'maxMs') =>
    parts.map((part) => `M${pathOf(part, value)}${part.length === 1 ? 'Z' : ''}`).join('');
  const between = parts.map((part) => `M${pathOf(part, 'meanMs')}L${pathOf(part.toReversed(), 'maxMs')}Z`);
  return { mean: lineOf('meanMs'), maximum: lineOf('maxMs'), between: between.join('') };
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
