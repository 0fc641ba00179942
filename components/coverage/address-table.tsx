import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { Badge } from '@/components/monitor/condition-badge';
import { Link } from '@/components/ui/link';
import { conditionLabels } from '@/lib/contract/conditions';
import type { CoverageAnswer, CoveredAddress, CoveringMonitor } from '@/lib/contract/coverage';
import { answerLabel, downOf } from '@/lib/text/coverage-label';
import { formatInteger } from '@/lib/text/format';
import { visibleName } from '@/lib/text/visible-name';
import { searchFor } from './coverage-messages';

const marks: Readonly<Record<CoverageAnswer, { icon: LucideIcon; color: string }>> = {
  not_monitored: { icon: CircleX, color: 'text-down' },
  not_working: { icon: CircleMinus, color: 'text-overdue' },
  monitored_otherwise: { icon: CircleDashed, color: 'text-ink-3' },
  monitored: { icon: CircleCheck, color: 'text-up' },
};
/** A monitored address that is down needs no monitor, but it is not well either. */
const down = { icon: CircleAlert, color: 'text-down' };
const heading = 'px-3 py-2 text-left font-medium text-ink-3 text-xs';

/** The addresses with their answers and monitors. On a phone each is a block. */
export function AddressTable({ rows }: { rows: readonly CoveredAddress[] }) {
  if (rows.length === 0) return <p className="py-6 text-ink-2">No address matches.</p>;
  return (
    <div className="my-2.5 overflow-hidden rounded-lg border border-line bg-surface">
      <table className="w-full table-fixed max-sm:block">
        <caption className="sr-only">Addresses and their monitors</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-line border-b">
            <th scope="col" className={`${heading} w-2/5`}>
              Address
            </th>
            <th scope="col" className={`${heading} w-1/4`}>
              Answer
            </th>
            <th scope="col" className={heading}>
              Monitors
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((row) => (
            <AddressRow key={`${row.line} ${row.address}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AddressRow({ row }: { row: CoveredAddress }) {
  const { address, line, name, answer, near, monitors, monitor_count } = row;
  const isDown = answer === 'monitored' && downOf(row) !== 'none';
  const { icon: Icon, color } = isDown ? down : marks[answer];
  const rest = monitor_count - monitors.length;
  const cell = 'px-3 py-1.5 align-top max-sm:block max-sm:py-0.5';
  return (
    <tr className="border-line not-last:border-b max-sm:block max-sm:py-1.5">
      <th scope="row" className={`${cell} text-left font-normal`}>
        <span translate="no" className="text-ink [overflow-wrap:anywhere]">
          {address}
        </span>{' '}
        {name === null ? null : (
          <span translate="no" className="ml-1 text-ink-2 [overflow-wrap:anywhere]">
            {name}{' '}
          </span>
        )}
        <span className="ml-1 whitespace-nowrap text-ink-3 text-xs">{`line ${formatInteger(line)}`}</span>
      </th>
      <td className={cell}>
        <span className="flex items-start gap-1.5 text-ink">
          <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${color}`} />
          {answerLabel(row)}
        </span>
        {near === null ? null : (
          <span className="block pl-5 text-ink-2 text-xs [overflow-wrap:anywhere]">
            Did you mean <span translate="no">{near}</span>?
          </span>
        )}
      </td>
      <td className={cell}>
        {monitors.map((monitor) => (
          <MonitorLink key={monitor.monitor_uuid} monitor={monitor} />
        ))}
        {rest === 0 ? null : (
          <Link
            href={`/monitors?q=${encodeURIComponent(searchFor(row))}`}
            title="Search for the monitors of this address"
            className="-my-[3px] flex min-h-6 w-fit items-center rounded-sm text-ink-2 text-xs underline"
          >
            and {formatInteger(rest)} more
          </Link>
        )}
      </td>
    </tr>
  );
}

export function MonitorLink({ monitor }: { monitor: CoveringMonitor }) {
  const { monitor_uuid, name, type, target, port, condition } = monitor;
  return (
    <Link
      href={`/monitors/${monitor_uuid}`}
      title={`${type} ${target}${port === null ? '' : `, port ${port}`}`}
      className="-my-[3px] flex min-h-6 min-w-0 max-w-full items-center rounded-sm hover:underline"
    >
      <Badge condition={condition}>
        <span className="sr-only">{conditionLabels[condition]}: </span>
        {visibleName(name) ?? '(no name)'}
      </Badge>
    </Link>
  );
}
