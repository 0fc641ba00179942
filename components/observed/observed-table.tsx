import { runsOf } from '@/components/time-chart/buckets';
import { ChartValues, ValuesTable } from '@/components/time-chart/chart-values';
import { periodTime } from '@/components/time-chart/time-labels';
import { useTimeZone } from '@/components/ui/time-zone';
import { formatInteger } from '@/lib/text/format';
import { stateLabels } from './period-labels';
import { isObserved, type Period } from './periods';

const numbers = { Checks: 'checks', Down: 'down', 'Mean, ms': 'meanMs', 'Max, ms': 'maxMs' } as const;

export function ObservedTable({ periods, now }: { periods: readonly Period[]; now: number }) {
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
