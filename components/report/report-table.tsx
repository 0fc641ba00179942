import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Route } from 'next';
import { Link } from '@/components/ui/link';
import { visibleName } from '@/lib/text/visible-name';
import { nameColumn, type Sort, type TextColumn } from './report-layout';

interface ReportTableProps<Row> {
  caption: string;
  /** Those after the name of the monitor. */
  columns: readonly TextColumn<Row>[];
  rows: readonly Row[];
  /** Whether a row says little, because most of its time was not observed. */
  isGrey?: (row: Row) => boolean;
  /** Without it the headings do not sort. */
  sorting?: Sorting;
}

/** How the rows are sorted, and the URL of each other way. */
export interface Sorting {
  sort: Sort;
  hrefOf: (sort: Sort) => Route;
}

const cellClass =
  'print:px-1 px-3 py-1.5 align-top first:pl-4 max-sm:block max-sm:px-3 max-sm:py-0.5 max-sm:first:pl-3';

const headingClass =
  'print:px-1 px-3 py-2 text-left align-bottom font-medium text-ink-3 text-xs first:w-1/4 first:pl-4 print:first:w-full max-sm:w-auto! max-sm:px-1.5!';

/** A heading that sorts, and in the other order if it does already. */
function SortedHeading(props: {
  heading: { id: string; name: string; order: Sort['order'] };
  sorting: Sorting;
}) {
  const { id, name, order } = props.heading;
  const { sort, hrefOf } = props.sorting;
  const isSorted = sort.by === id;
  const opposite = sort.order === 'asc' ? 'desc' : 'asc';
  const Arrow = sort.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={headingClass}
    >
      <Link
        href={hrefOf({ by: id, order: isSorted ? opposite : order })}
        scroll={false}
        title={`Sort by ${name.toLowerCase()}`}
        className={`py-1 hover:text-ink hover:underline ${isSorted ? 'text-ink' : ''}`}
      >
        {name}
        {isSorted ? <Arrow className="ml-1 inline size-3 print:hidden" /> : null}
      </Link>
    </th>
  );
}

export function MonitorLink({ monitor }: { monitor: { monitor_uuid: string; name: string } }) {
  return (
    <Link
      href={`/monitors/${monitor.monitor_uuid}`}
      className="py-1 text-ink [overflow-wrap:anywhere] hover:underline"
    >
      <bdi translate="no">{visibleName(monitor.name) ?? '(no name)'}</bdi>
    </Link>
  );
}

/**
 * A table with a monitor in each row. On a phone each row is a block, and the names of the columns are before the cells. On
 * paper the heading is repeated on each page, and no row is cut.
 */
export function ReportTable<Row extends { monitor_uuid: string; name: string }>(
  props: ReportTableProps<Row>,
) {
  const { caption, columns, rows, isGrey = () => false, sorting } = props;
  return (
    <table className="w-full table-fixed print:table-auto max-sm:block">
      <caption className="sr-only">{caption}</caption>
      {/* A phone shows headings only where they sort. */}
      <thead className={sorting ? 'max-sm:block' : 'max-sm:sr-only'}>
        <tr className="border-line border-b max-sm:flex max-sm:flex-wrap max-sm:px-1.5">
          {[nameColumn, ...columns].map((heading) =>
            sorting ? (
              <SortedHeading key={heading.id} heading={heading} sorting={sorting} />
            ) : (
              <th key={heading.id} scope="col" className={headingClass}>
                {heading.name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row, place) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change, and a monitor may have several.
            key={place}
            className="break-inside-avoid border-line not-last:border-b hover:bg-raised max-sm:block max-sm:py-1.5"
          >
            <th scope="row" className={`${cellClass} text-left font-medium`}>
              <MonitorLink monitor={row} />
            </th>
            {columns.map(({ name, show }) => (
              <td
                key={name}
                data-label={name}
                className={`${cellClass} print:whitespace-nowrap ${isGrey(row) ? 'text-ink-3 print:italic' : 'text-ink'} max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)_':_']`}
              >
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
