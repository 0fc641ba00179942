import { placeOf, type Run, runsOf } from '@/components/time-chart/runs';
import { isObserved, type Period } from './periods';
import { MaintenanceLine, StateShape } from './state-shape';

/** The conditions over time as a strip, 34 pixels high; below them a line where the monitor was in maintenance. */
export function ConditionStrip({ periods }: { periods: readonly Period[] }) {
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
