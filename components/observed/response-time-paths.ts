import { area, line } from 'd3-shape';
import type { TimePoint } from './response-times';

/** The lines of the mean and the maximum, and the area between them, as SVG paths. @param y from milliseconds to units */
export function timePaths(points: readonly (TimePoint | null)[], y: (ms: number) => number) {
  const meanOf = (point: TimePoint | null) => y(point?.meanMs ?? 0);
  const maxOf = (point: TimePoint | null) => y(point?.maxMs ?? 0);
  const isDefined = (point: TimePoint | null) => point !== null;
  const lineOf = (value: typeof meanOf) =>
    line<TimePoint | null>()
      .defined(isDefined)
      .x((point) => point?.x ?? 0)
      .y(value)(points);
  const between = area<TimePoint | null>()
    .defined(isDefined)
    .x((point) => point?.x ?? 0)
    .y0(meanOf)
    .y1(maxOf);
  return { mean: lineOf(meanOf) ?? '', maximum: lineOf(maxOf) ?? '', between: between(points) ?? '' };
}
