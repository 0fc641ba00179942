import { scaleTime, scaleUtc } from 'd3-scale';
import { clockLabel, dayLabel } from './time-labels';

interface TimeAxisProps {
  /** The ends of the axis, epoch milliseconds. */
  from: number;
  to: number;
  /** The result of `useTimeZone`. */
  timeZone: string | undefined;
}

/** The labels of a time axis, 20 pixels high. They are positioned in percent, so that nothing is measured. */
export function TimeAxis({ from, to, timeZone }: TimeAxisProps) {
  const x = (timeZone === undefined ? scaleTime() : scaleUtc()).domain([from, to]).range([0, 100]);
  return (
    <div aria-hidden className="relative h-5">
      {x.ticks(5).map((tick, index) => (
        <span
          key={tick.getTime()}
          className={`absolute top-1 -translate-x-1/2 whitespace-nowrap ${index % 2 === 1 ? 'max-sm:hidden' : ''}`}
          style={{ left: `${Math.min(Math.max(x(tick), 2), 97)}%` }}
        >
          {tickLabel(tick.getTime(), timeZone)}
        </span>
      ))}
    </div>
  );
}

/** The label of a tick: the date at midnight, otherwise the time of day. */
function tickLabel(at: number, timeZone: string | undefined): string {
  const clock = clockLabel(at, timeZone);
  return clock === '00:00' ? dayLabel(at, timeZone) : clock;
}
