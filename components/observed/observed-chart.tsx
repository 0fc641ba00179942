import { placeOf, type Run, runsOf } from '@/components/time-chart/buckets';
import { LazyTimeChart } from '@/components/time-chart/chart';
import { useTimeZone } from '@/components/ui/time-zone';
import { periodLabel, responseTimesLabel } from './observed-messages';
import { downShare, isObserved, type Period, type PeriodState, timePaths, timeScale } from './periods';

/** The conditions over time as a strip, and below it the response times, if there are any. */
export function ObservedChart({ periods, now }: { periods: readonly Period[]; now: number }) {
  const zone = useTimeZone();
  const scale = timeScale(periods);
  return (
    <div className={scale === null ? 'h-[54px]' : 'h-[180px]'}>
      <LazyTimeChart
        label="Observed conditions"
        periods={periods}
        max={scale?.max ?? null}
        unit=" ms"
        labelOf={(index) => {
          const period = periods[index];
          return period ? [periodLabel(period, now, zone), responseTimesLabel(period) ?? []].flat() : [];
        }}
        strip={<ConditionStrip periods={periods} />}
      >
        {(y) => <ResponseTimeLines periods={periods} y={y} />}
      </LazyTimeChart>
    </div>
  );
}

/** The conditions over time; below them a line where the monitor was in maintenance. */
function ConditionStrip({ periods }: { periods: readonly Period[] }) {
  const place = (run: Run<unknown>) => placeOf(run, periods.length);
  const where = (holds: (period: Period) => boolean) => runsOf(periods, holds).filter(({ key }) => key);
  const partly = where(({ state, quarters }) => isObserved(state) && quarters.seen < quarters.of);
  return (
    <div aria-hidden className="relative h-[34px]">
      {/* Drawn behind the state of the observed part. */}
      {partly.map((run) => (
        <span key={run.from} style={place(run)} className="absolute top-0 h-7">
          <StateShape state="unobserved" />
        </span>
      ))}
      {runsOf(periods, stateKey).map((run) => {
        const period = periods[run.from];
        if (period === undefined) return null;
        return (
          <span key={run.from} style={place(run)} className="absolute top-0 h-7 min-w-[3px]">
            {period.state === 'down' ? (
              <DownShape share={downShare(period)} />
            ) : (
              <StateShape state={period.state} />
            )}
          </span>
        );
      })}
      {where(({ maintenance }) => maintenance).map((run) => (
        <span key={run.from} style={place(run)} className="absolute bottom-0 h-[3px] min-w-[3px]">
          <MaintenanceLine />
        </span>
      ))}
    </div>
  );
}

/** Periods in a row with the same key are one shape. */
const stateKey = (period: Period) => `${period.state} ${period.state === 'down' ? downShare(period) : ''}`;

/**
 * The red part of a period is as high as the share of its checks that were down, so that an outage of half an hour does not
 * look like four hours; above it the monitor was up.
 */
function DownShape({ share }: { share: number }) {
  return (
    <>
      {share < 1 ? <StateShape state="up" /> : null}
      <span style={{ height: `max(${share * 100}%, 4px)` }} className="absolute inset-x-0 bottom-0">
        <StateShape state="down" />
      </span>
    </>
  );
}

/** The lines of the response times, in an SVG of 100 by 100 units. @param props.y from milliseconds to units */
function ResponseTimeLines({ periods, y }: { periods: readonly Period[]; y: (ms: number) => number }) {
  const { mean, maximum, between } = timePaths(periods, y);
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const;
  return (
    <>
      <path d={between} className="fill-accent/10 forced-colors:fill-none" />
      <path d={maximum} {...line} {...maximumLine} />
      <path d={mean} {...line} {...meanLine} />
    </>
  );
}

/** The styles of the lines, in the chart and in its legend. */
export const meanLine = {
  strokeWidth: '1.75',
  className: 'stroke-accent forced-colors:stroke-[Highlight]',
};
export const maximumLine = {
  strokeDasharray: '1 3',
  className: 'stroke-accent forced-colors:stroke-[CanvasText]',
};

/** The shapes of the states. Each has its own height or pattern besides its color. */
const shapes: Record<PeriodState, string> = {
  down: 'h-full rounded-[1px] bg-down forced-colors:bg-[CanvasText]',
  overdue: 'h-[68%] rounded-[1px] bg-overdue forced-colors:bg-[CanvasText]',
  unknown: 'h-[56%] rounded-[1px] border-[1.5px] border-unknown forced-colors:border-[CanvasText]',
  pending: 'h-[44%] border-[1.5px] border-pending border-dashed forced-colors:border-[CanvasText]',
  up: 'h-[28%] bg-up forced-colors:bg-[Highlight]',
  inactive: 'h-[28%] border-idle border-y-2 forced-colors:border-[GrayText]',
  unobserved: 'h-full hatched',
  open: 'hidden',
};

/** The shape of a state, at the bottom of what contains it. */
export function StateShape({ state }: { state: PeriodState }) {
  return <span className={`absolute inset-x-0 bottom-0 forced-color-adjust-none ${shapes[state]}`} />;
}

/** The line of maintenance, at the bottom of what contains it. */
export function MaintenanceLine() {
  return (
    <span className="absolute inset-x-0 bottom-0 h-[3px] bg-maint forced-color-adjust-none forced-colors:bg-[CanvasText]" />
  );
}
