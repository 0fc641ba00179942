import { runsOf } from '@/components/time-chart/buckets';
import { ChartValues } from '@/components/time-chart/chart-values';
import { periodTime } from '@/components/time-chart/time-labels';
import { useTimeZone } from '@/components/ui/time-zone';
import { formatInteger } from '@/lib/text/format';
import { stateLabels } from './period-labels';
import { isObserved, type Period } from './periods';

const columns = [
  ['Checks', 'checks'],
  ['Down', 'down'],
  ['Mean, ms', 'meanMs'],
  ['Max, ms', 'maxMs'],
] as const;

/** The values of the picture as a collapsed table, newest first. */
export function ObservedTable({ periods, now }: { periods: readonly Period[]; now: number }) {
  const zone = useTimeZone();
  const hasTimes = periods.some(({ meanMs }) => meanMs !== null);
  const shown = hasTimes ? columns : columns.slice(0, 2);
  return (
    <ChartValues title="Observed conditions" kind="table">
      {() => (
        <table className="w-full text-left text-ink-2 text-xs [&_:is(td,th)]:py-0.5 [&_:is(td,th)]:pr-4 [&_:is(td,th)]:max-sm:pr-2 [&_th]:font-normal">
          <thead className="sticky top-0 bg-surface text-ink-3 [&_th]:align-bottom">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Condition</th>
              {shown.map(([name]) => (
                <th key={name} scope="col" className="text-right">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(periods)
              .toReversed()
              .map((row) => (
                <tr key={row.from}>
                  <th scope="row" className="sm:whitespace-nowrap">
                    {periodTime(row, now, zone)}
                  </th>
                  <td className={row.state === 'down' ? 'font-medium text-ink' : ''}>
                    {stateLabels[row.state]}
                    {row.maintenance ? ', maintenance' : ''}
                  </td>
                  {shown.map(([name, value]) => (
                    <td key={name} className="whitespace-nowrap text-right">
                      {isObserved(row.state) && row[value] !== null ? formatInteger(row[value]) : ''}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
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
