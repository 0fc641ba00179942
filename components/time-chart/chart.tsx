import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import { inBoundary } from '@/components/ui/load-boundary';

/** `TimeChart`, loaded apart from its page because of d3-scale. Its place must have a height. */
export const LazyTimeChart = inBoundary(dynamic(() => import('./time-chart').then((file) => file.TimeChart)));

/** The values of a chart as a collapsed list or table, rendered only while it is open. */
export function ChartValues(props: { title: string; kind: 'list' | 'table'; children: () => ReactNode }) {
  const { title, kind, children } = props;
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="mt-2">
      <summary className="w-fit py-1 text-ink-3 text-xs hover:text-ink">Show as {kind}</summary>
      {open ? (
        <section
          aria-label={`${title}: ${kind}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="mt-1 max-h-60 overflow-auto print:max-h-none print:overflow-visible"
        >
          {children()}
        </section>
      ) : null}
    </details>
  );
}

/** The table of a chart. @param props.texts how many columns are texts; the others are numbers */
export function ValuesTable(props: {
  columns: readonly string[];
  texts: number;
  rows: readonly { key: number; cells: readonly ReactNode[] }[];
}) {
  const { columns, texts, rows } = props;
  const classOf = (column: number) => (column < texts ? '' : 'whitespace-nowrap text-right');
  return (
    <table className="w-full text-left text-ink-2 text-xs [&_:is(td,th)]:py-0.5 [&_:is(td,th)]:pr-4 [&_:is(td,th)]:max-sm:pr-2 [&_th]:font-normal">
      <thead className="sticky top-0 bg-surface text-ink-3 [&_th]:align-bottom">
        <tr>
          {columns.map((name, column) => (
            <th key={name} scope="col" className={classOf(column)}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row" className="sm:whitespace-nowrap">
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={columns[place + 1]} className={classOf(place + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
