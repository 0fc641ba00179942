import { ChartValues } from '@/components/time-chart/chart-values';
import { type Run, runsOf } from '@/components/time-chart/runs';
import { periodTime } from '@/components/time-chart/time-labels';
import { formatInteger } from '@/lib/text/format';
import { stateLabels } from './period-labels';
import { isObserved, type Period } from './periods';

interface ObservedTableProps {
  periods: readonly Period[];
  now: number;
  timeZone: string | undefined;
}

/** The values of the picture as a collapsed table, newest first. Its rows are rendered only when it is open. */
export function ObservedTable(props: ObservedTableProps) {
  return (
    <ChartValues title="Observed conditions" kind="table">
      {() => <Values {...props} />}
    </ChartValues>
  );
}

const numbers = ['Checks', 'Down', 'Mean, ms', 'Max, ms'] as const;

function Values({ periods, now, timeZone }: ObservedTableProps) {
  const hasTimes = periods.some(({ meanMs }) => meanMs !== null);
  const shown = hasTimes ? numbers : numbers.slice(0, 2);
  return (
    <table className="w-full text-left text-ink-2 text-xs [&_:is(td,th)]:py-0.5 [&_:is(td,th)]:pr-4 [&_:is(td,th)]:max-sm:pr-2 [&_th]:font-normal">
      <thead className="sticky top-0 bg-surface text-ink-3 [&_th]:align-bottom">
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Condition</th>
          {shown.map((name) => (
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
                {periodTime(row, now, timeZone)}
              </th>
              <td className={row.state === 'down' ? 'font-medium text-ink' : ''}>
                {stateLabels[row.state]}
                {row.maintenance ? ', maintenance' : ''}
              </td>
              {valuesOf(row)
                .slice(0, shown.length)
                .map((value, column) => (
                  <td key={numbers[column]} className="whitespace-nowrap text-right">
                    {value}
                  </td>
                ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/**
 * One row for each observed period, and one for each time in which Sightline did not read the list; none for what is not
 * recorded yet.
 */
function rowsOf(periods: readonly Period[]): Period[] {
  const recorded = periods.filter(({ state }) => state !== 'open');
  return runsOf(recorded, (period) => (isObserved(period.state) ? period : period.state)).flatMap(
    ({ from, to }: Run<unknown>) => {
      const [first, last] = [recorded[from], recorded[to - 1]];
      return first && last ? [{ ...first, to: last.to }] : [];
    },
  );
}

/** The cells of `numbers`; empty where nothing was observed. */
function valuesOf({ state, checks, down, meanMs, maxMs }: Period): string[] {
  if (!isObserved(state)) return ['', '', '', ''];
  return [checks, down, meanMs, maxMs].map((value) => (value === null ? '' : formatInteger(value)));
}
