import { Link } from '@/components/ui/link';
import { visibleName } from '@/lib/text/visible-name';

interface ReportTableProps<Row> {
  caption: string;
  /** Those after the name of the monitor. */
  columns: readonly { name: string; show: (row: Row) => string }[];
  rows: readonly Row[];
  /** Whether a row says little, because most of its time was not observed. */
  isGrey?: (row: Row) => boolean;
}

const cellClass = 'px-3 py-1.5 align-top first:pl-4 max-sm:block max-sm:px-3 max-sm:py-0.5 max-sm:first:pl-3';

/**
 * A table with a monitor in each row. On a phone each row is a block, and the names of the columns are before the cells. On
 * paper the heading is repeated on each page, and no row is cut.
 */
export function ReportTable<Row extends { monitor_uuid: string; name: string }>(
  props: ReportTableProps<Row>,
) {
  const { caption, columns, rows, isGrey = () => false } = props;
  return (
    <table className="w-full table-fixed max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b">
          {['Monitor', ...columns.map(({ name }) => name)].map((name) => (
            <th
              key={name}
              scope="col"
              className="px-3 py-2 text-left align-bottom font-medium text-ink-3 text-xs first:w-1/4 first:pl-4"
            >
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
