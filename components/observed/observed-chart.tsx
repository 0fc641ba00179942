import { scaleLinear } from 'd3-scale';
import { placeOf, type Run, runsOf } from '@/components/time-chart/runs';
import { TimeAxis } from '@/components/time-chart/time-axis';
import { besidePeriod, usePeriodSlider } from '@/components/time-chart/use-period-slider';
import { GridLines, ValueAxis } from '@/components/time-chart/value-axis';
import { formatInteger } from '@/lib/text/format';
import { periodLabel, responseTimesLabel } from './period-labels';
import { isObserved, type Period } from './periods';
import { timePaths } from './response-time-paths';
import { timePoints, timeScale } from './response-times';
import { MaintenanceLine, StateShape } from './state-shape';

interface ObservedChartProps {
  /** The periods, from left to right; at least one. */
  periods: readonly Period[];
  /** The server's time, in milliseconds since the epoch. */
  now: number;
  /** The result of `useTimeZone`. */
  timeZone: string | undefined;
}

/**
 * The conditions over time as a strip, and below it the response times, if there are any. Both have one time axis, and
 * are operable as one slider.
 */
export function ObservedChart({ periods, now, timeZone }: ObservedChartProps) {
  const labelsOf = (index: number) => {
    const period = periods[index];
    return period
      ? [periodLabel(period, now, timeZone), responseTimesLabel(period) ?? ''].filter(Boolean)
      : [];
  };
  const { selected, sliderProps } = usePeriodSlider(periods.length, 'Observed conditions', (index) =>
    labelsOf(index).join('. '),
  );
  const scale = timeScale(periods);
  const y = scaleLinear()
    .domain([0, scale?.max ?? 1])
    .range([100, 0]);
  const ticks = scale === null ? [] : y.ticks(3).filter(Number.isInteger);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] text-ink-3 text-xs">
      {scale === null ? null : (
        <div className="col-start-1 grid pt-12">
          <ValueAxis y={y} ticks={ticks} format={(ms) => `${formatInteger(ms)} ms`} />
        </div>
      )}
      <div
        {...sliderProps}
        className="relative col-start-2 cursor-crosshair touch-pan-y rounded-sm outline-offset-2"
      >
        <ConditionStrip periods={periods} />
        {scale === null ? null : (
          <div className="mt-3.5 h-28">
            <svg
              aria-hidden
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="size-full overflow-hidden"
            >
              <GridLines y={y} ticks={ticks} />
              <ResponseTimeLines periods={periods} y={y} />
            </svg>
          </div>
        )}
        {selected === null ? null : (
          <SelectedPeriod index={selected} count={periods.length} labels={labelsOf(selected)} />
        )}
      </div>
      <div className="col-start-2">
        <TimeAxis from={periods[0]?.from ?? 0} to={periods.at(-1)?.to ?? 1} timeZone={timeZone} />
      </div>
    </div>
  );
}

/** Marks the selected period, and describes it above. */
function SelectedPeriod({ index, count, labels }: { index: number; count: number; labels: string[] }) {
  return (
    <div aria-hidden className="pointer-events-none">
      <span
        style={{ left: `${(index / count) * 100}%`, width: `${100 / count}%` }}
        className="absolute inset-y-0 border-ink-3 border-x bg-ink/5 forced-colors:border-[Highlight]"
      />
      <div
        style={besidePeriod(index, count)}
        className="absolute bottom-full z-1 mb-1.5 flex w-max flex-wrap gap-x-3 rounded-sm border border-line bg-surface px-2 py-1 text-ink shadow-popup"
      >
        {labels.map((label, line) => (
          <span key={label} className={line === 0 ? '' : 'text-ink-2'}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The conditions over time as a strip, 34 pixels high; below them a line where the monitor was in maintenance. */
function ConditionStrip({ periods }: { periods: readonly Period[] }) {
  // Behind the state of what was observed of it.
  const partly = runsOf(
    periods,
    ({ state, quarters }) => isObserved(state) && quarters.seen < quarters.of,
  ).filter(({ key }) => key);
  const maintenance = runsOf(periods, (period) => period.maintenance).filter(({ key }) => key);
  const place = (run: Run<unknown>) => placeOf(run, periods.length);
  return (
    <div aria-hidden className="relative h-[34px]">
      {partly.map((run) => (
        <span key={run.from} style={place(run)} className="absolute top-0 h-7">
          <StateShape state="unobserved" />
        </span>
      ))}
      {runsOf(periods, ({ state }) => state).map((run) => (
        <span key={run.from} style={place(run)} className="absolute top-0 h-7 min-w-[3px]">
          <StateShape state={run.key} />
        </span>
      ))}
      {maintenance.map((run) => (
        <span key={run.from} style={place(run)} className="absolute bottom-0 h-[3px] min-w-[3px]">
          <MaintenanceLine />
        </span>
      ))}
    </div>
  );
}

/** The lines of the response times, in an SVG of 100 by 100 units. @param props.y from milliseconds to units */
function ResponseTimeLines({ periods, y }: { periods: readonly Period[]; y: (ms: number) => number }) {
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
