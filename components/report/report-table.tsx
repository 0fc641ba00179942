import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Route } from 'next';
import { Link } from '@/components/ui/link';
import { visibleName } from '@/lib/text/visible-name';
import { monitorHeadings, type ReportLayout } from './report-messages';

interface Sorting {
  layout: ReportLayout;
  hrefOf: (layout: ReportLayout) => Route;
}

interface ReportTableProps<Row> {
  caption: string;
  /** Those after the name of the monitor. */
  columns: readonly { name: string; show: (row: Row) => string }[];
  rows: readonly Row[];
  /** Whether a row says little, because most of its time was not observed. */
  isGrey?: (row: Row) => boolean;
  /** Only of the monitors: then the headings sort. */
  sorting?: Sorting;
}

const cellClass =
  'print:px-1 px-3 py-1.5 align-top first:pl-4 max-sm:block max-sm:px-3 max-sm:py-0.5 max-sm:first:pl-3';

const headingClass =
  'print:px-1 px-3 py-2 text-left align-bottom font-medium text-ink-3 text-xs first:w-1/4 first:pl-4 print:first:w-1/5 max-sm:w-auto! max-sm:px-1.5!';

/** A heading that sorts, and in the other order if it does already. */
function SortedHeading(props: { heading: (typeof monitorHeadings)[number]; sorting: Sorting }) {
  const { id, name, order } = props.heading;
  const { layout, hrefOf } = props.sorting;
  const { title, sort } = layout;
  const isSorted = sort === id;
  const opposite = layout.order === 'asc' ? 'desc' : 'asc';
  const Arrow = layout.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (layout.order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={headingClass}
    >
      <Link
        href={hrefOf({ title, sort: id, order: isSorted ? opposite : order })}
        scroll={false}
        title={`Sort by ${name.toLowerCase()}`}
        className={`hover:text-ink hover:underline ${isSorted ? 'text-ink' : ''}`}
      >
        {name}
        {isSorted ? <Arrow className="ml-1 inline size-3" /> : null}
      </Link>
    </th>
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
    <table className="w-full table-fixed max-sm:block">
      <caption className="sr-only">{caption}</caption>
      {/* A phone shows headings only where they sort. */}
      <thead className={sorting ? 'max-sm:block' : 'max-sm:sr-only'}>
        <tr className="border-line border-b max-sm:flex max-sm:flex-wrap max-sm:px-1.5">
          {sorting
            ? monitorHeadings.map((heading) => (
                <SortedHeading key={heading.id} heading={heading} sorting={sorting} />
              ))
            : ['Monitor', ...columns.map(({ name }) => name)].map((name) => (
                <th key={name} scope="col" className={headingClass}>
                  {name}
                </th>
              ))}
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
              <Link
                href={`/monitors/${row.monitor_uuid}`}
                className="text-ink [overflow-wrap:anywhere] hover:underline"
              >
                <bdi translate="no">{visibleName(row.name) ?? '(no name)'}</bdi>
              </Link>
            </th>
            {columns.map(({ name, show }) => (
              <td
                key={name}
                data-label={name}
                className={`${cellClass} ${isGrey(row) ? 'text-ink-3 print:italic' : 'text-ink'} max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)_':_']`}
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
