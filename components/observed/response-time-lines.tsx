import type { Period } from './periods';
import { timePaths } from './response-time-paths';
import { timePoints } from './response-times';

/** The lines of the response times, in an SVG of 100 by 100 units. @param props.y from milliseconds to units */
export function ResponseTimeLines({ periods, y }: { periods: readonly Period[]; y: (ms: number) => number }) {
  const { mean, maximum, between } = timePaths(timePoints(periods), y);
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const;
  return (
    <>
      <path d={between} className="fill-accent/10 forced-colors:fill-none" />
      <path
        d={maximum}
        {...line}
        strokeDasharray="1 3"
        className="stroke-accent forced-colors:stroke-[CanvasText]"
      />
      <path
        d={mean}
        {...line}
        strokeWidth="1.75"
        className="stroke-accent forced-colors:stroke-[Highlight]"
      />
    </>
  );
}
