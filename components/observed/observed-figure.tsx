import type { ReactNode, SVGProps } from 'react';
import { runsOf } from '@/components/time-chart/buckets';
import { ChartValues, ValuesTable } from '@/components/time-chart/chart';
import { periodTime, timeLabel } from '@/components/time-chart/time-labels';
import { Link } from '@/components/ui/link';
import { useTimeZone } from '@/components/ui/time-zone';
import type { MonitorHistory } from '@/lib/contract/changes';
import { conditions } from '@/lib/contract/conditions';
import { formatInteger } from '@/lib/text/format';
import { availabilityMessage, isMostlyUnobserved } from '@/lib/text/format-availability';
import { MaintenanceLine, maximumLine, meanLine, ObservedChart, StateShape } from './observed-chart';
import {
  downSinceBefore,
  type Lasting,
  observedMessage,
  outagesMessage,
  stateLabels,
} from './observed-messages';
import { isObserved, type Period, timeScale } from './periods';

/** The observations as a sentence, a chart and a table. @param props.monitor null: not in the list */
export function ObservedFigure(props: {
  uuid: string;
  history: MonitorHistory;
  periods: readonly Period[];
  monitor: Lasting | null;
  now: number;
}) {
  const { uuid, history, periods, monitor, now } = props;
  const zone = useTimeZone();
  const { availability, outages } = history.data;
  const sinceBefore = downSinceBefore(monitor, periods[0]?.from ?? now, now);
  return (
    <figure>
      <figcaption className="text-ink text-md">
        {observedMessage(history, periods, now, zone)}
        {availability === null ? null : (
          <span className={`block text-sm ${isMostlyUnobserved(availability) ? 'text-ink-3' : 'text-ink-2'}`}>
            {`${availabilityMessage(availability)}.`}
            {outages === null ? null : ` ${outagesMessage(outages, sinceBefore)}`}
            {outages === null || outages.longest_at === null || sinceBefore !== null ? null : (
              <>
                {' '}
                <Link href={changesOf(uuid, outages.longest_at)} className="underline hover:text-accent">
                  {`From ${timeLabel(Date.parse(outages.longest_at.from), now, zone)}`}
                </Link>
              </>
            )}
          </span>
        )}
      </figcaption>
      <ObservedLegend periods={periods} />
      <ObservedChart periods={periods} now={now} />
      <ObservedTable periods={periods} now={now} />
    </figure>
  );
}

/** The changes of a monitor within an outage, with its beginning and its end. */
function changesOf(uuid: string, { from, to }: { from: string; to: string }) {
  // The end of a chosen time is not part of it.
  const until = new Date(Date.parse(to) + 1).toISOString();
  return `/changes?${new URLSearchParams({ monitor: uuid, since: from, until })}` as const;
}

/** The states that occur in the strip, and the lines of the response times, if there are any. */
function ObservedLegend({ periods }: { periods: readonly Period[] }) {
  const states = new Set(periods.map(({ state }) => state));
  const scale = timeScale(periods);
  return (
    <ul aria-label="Legend" className="mt-2 mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs">
      {([...conditions, 'unobserved'] as const)
        .filter((state) => states.has(state))
        .map((state) => (
          <Key key={state} className="h-3.5 w-3" shape={<StateShape state={state} />}>
            {stateLabels[state]}
          </Key>
        ))}
      {periods.some(({ maintenance }) => maintenance) ? (
        <Key className="h-[3px] w-3" shape={<MaintenanceLine />}>
          Maintenance
        </Key>
      ) : null}
      {scale === null ? null : (
        <>
          <Key className="h-1 w-4" shape={<Line {...meanLine} />}>
            Mean response time
          </Key>
          <Key className="h-1 w-4" shape={<Line {...maximumLine} />}>
            {scale.isCut ? `Maximum (cut off above ${formatInteger(scale.max)} ms)` : 'Maximum'}
          </Key>
        </>
      )}
    </ul>
  );
}

function Key({ shape, className, children }: { shape: ReactNode; className: string; children: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={`relative ${className}`}>
        {shape}
      </span>
      {children}
    </li>
  );
}

function Line(line: SVGProps<SVGLineElement>) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 4" className="block overflow-visible">
      <line x1="1" x2="15" y1="2" y2="2" strokeLinecap="round" {...line} />
    </svg>
  );
}

const numbers = { Checks: 'checks', Down: 'down', 'Mean, ms': 'meanMs', 'Max, ms': 'maxMs' } as const;

function ObservedTable({ periods, now }: { periods: readonly Period[]; now: number }) {
  const zone = useTimeZone();
  const hasTimes = periods.some(({ meanMs }) => meanMs !== null);
  const shown = Object.entries(numbers).slice(0, hasTimes ? 4 : 2);
  const cellsOf = (period: Period) => [
    periodTime(period, now, zone),
    <span key="state" className={period.state === 'down' ? 'font-medium text-ink' : ''}>
      {stateLabels[period.state]}
      {period.maintenance ? ', maintenance' : ''}
    </span>,
    ...shown.map(([, value]) =>
      isObserved(period.state) && period[value] !== null ? formatInteger(period[value]) : '',
    ),
  ];
  return (
    <ChartValues title="Observed conditions" kind="table">
      {() => (
        <ValuesTable
          columns={['Time', 'Condition', ...shown.map(([name]) => name)]}
          texts={2}
          rows={rowsOf(periods)
            .toReversed()
            .map((period) => ({ key: period.from, cells: cellsOf(period) }))}
        />
      )}
    </ChartValues>
  );
}

/**
 * One row for each observed period, and one for each time in which Sightline did not read the list; none for what is not
 * recorded yet.
 */
function rowsOf(periods: readonly Period[]): Period[] {
  const recorded = periods.filter(({ state }) => state !== 'open');
  return runsOf(recorded, (period) => (isObserved(period.state) ? period : period.state)).flatMap(
    ({ from, to }) => {
      const [first, last] = [recorded[from], recorded[to - 1]];
      return first && last ? [{ ...first, to: last.to }] : [];
    },
  );
}
