import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import type { ReportedOutage } from '@/lib/contract/report';
import { formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import { durationMessage, intervalMessage } from './report-messages';
import { cellClass, headingClass, LabelledCell, rowClass, tableClass } from './report-table';

const columns = ['Began', 'Ended', 'Lasted within the month'] as const;

/** The outages that were seen. @param props.seen the number of all that were seen: the table can have fewer */
export function OutagesTable(props: { outages: readonly ReportedOutage[]; seen: number; isOver: boolean }) {
  const { outages, seen, isOver } = props;
  const shown =
    outages.length < seen
      ? `The longest ${formatInteger(outages.length)} of ${formatInteger(seen)}.`
      : 'The longest first.';
  return (
    <Panel title="Outages seen" action={<p className="text-ink-3 text-xs">{seen > 0 ? shown : ''}</p>}>
      {outages.length === 0 ? (
        <p className="px-4 py-3 text-ink-2">No outage was seen.</p>
      ) : (
        <table className={tableClass}>
          <caption className="sr-only">Outages that were seen</caption>
          <thead className="max-sm:sr-only">
            <tr className="border-line border-b">
              <th scope="col" className={`${headingClass} w-1/4`}>
                Monitor
              </th>
              {columns.map((name) => (
                <th key={name} scope="col" className={headingClass}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {outages.map(({ monitor_uuid, name, began, ended, lasted_s }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a monitor may have several.
              <tr key={place} className={rowClass}>
                <th scope="row" className={`${cellClass} text-left font-medium`}>
                  <Link
                    href={`/monitors/${monitor_uuid}`}
                    className="text-ink [overflow-wrap:anywhere] hover:underline"
                  >
                    <bdi translate="no">{visibleName(name) ?? '(no name)'}</bdi>
                  </Link>
                </th>
                <LabelledCell label={columns[0]}>
                  {began === null ? 'Before the month' : intervalMessage(began)}
                </LabelledCell>
                <LabelledCell label={columns[1]}>
                  {ended === null
                    ? isOver
                      ? 'Later, or not known'
                      : 'Not yet, or not known'
                    : intervalMessage(ended)}
                </LabelledCell>
                <LabelledCell label={columns[2]}>{durationMessage(lasted_s)}</LabelledCell>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
