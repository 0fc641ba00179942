import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import type { ReportedMonitor } from '@/lib/contract/report';
import { formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import { figureColumns } from './report-messages';
import { cellClass, headingClass, LabelledCell, rowClass, tableClass } from './report-table';

/** The monitors of a report with their figures. @param props.total the number of all its monitors: the table can have fewer */
export function MonitorsTable({ monitors, total }: { monitors: readonly ReportedMonitor[]; total: number }) {
  const isCut = monitors.length < total;
  return (
    <Panel
      title="Monitors"
      action={
        <p className="text-ink-3 text-xs">
          {isCut
            ? `The ${formatInteger(monitors.length)} with the lowest availability of ${formatInteger(total)}; the file has all.`
            : 'The lowest availability first.'}
        </p>
      }
    >
      <table className={tableClass}>
        <caption className="sr-only">Monitors and their figures</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-line border-b">
            <th scope="col" className={`${headingClass} w-1/4`}>
              Monitor
            </th>
            {figureColumns.map(({ name }) => (
              <th key={name} scope="col" className={headingClass}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {monitors.map((monitor) => (
            <tr key={monitor.monitor_uuid} className={rowClass}>
              <th scope="row" className={`${cellClass} text-left font-medium`}>
                <Link
                  href={`/monitors/${monitor.monitor_uuid}`}
                  className="text-ink [overflow-wrap:anywhere] hover:underline"
                >
                  <bdi translate="no">{visibleName(monitor.name) ?? '(no name)'}</bdi>
                </Link>
              </th>
              {figureColumns.map(({ name, show }) => (
                <LabelledCell key={name} label={name}>
                  {show(monitor)}
                </LabelledCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
