import { useAsOf } from '@/components/monitor/as-of';
import { conditionAge, conditionLabel } from '@/components/monitor/condition-labels';
import { addressParts, visibleName } from '@/components/monitor/monitor-names';
import { ExactAge, useExact } from '@/components/ui/age';
import { Highlighted } from '@/components/ui/highlight';
import { Link } from '@/components/ui/link';
import { conditionSince, isCheckLate } from '@/lib/contract/conditions';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { formatInteger } from '@/lib/format';

/** The vocabulary of cells that columns are made of. */

/**
 * The name is the link; it covers the whole row, so that a click anywhere opens it. It is keyed by the monitor: where a
 * row comes to show another one, the focus does not go with it. A long name is cut at its own end, whichever way it is
 * written.
 */
export function NameCell({ monitor, gone }: { monitor: ListedMonitor; gone: boolean }) {
  'use memo';
  const name = visibleName(monitor.name);
  const ink = monitor.is_active && name !== null ? 'font-medium text-ink' : 'text-ink-3';
  return (
    <span className="flex items-baseline gap-2">
      <Link
        key={monitor.monitor_uuid}
        href={`/monitors/${monitor.monitor_uuid}`}
        title={monitor.name}
        dir="auto"
        className={`monitor-link ${ink}`}
      >
        {name === null ? '(no name)' : <Highlighted text={name} />}
      </Link>
      {gone ? <span className="ml-auto shrink-0 text-xs">moved off this page</span> : null}
    </span>
  );
}

export function CodeCell({ text }: { text: string }) {
  'use memo';
  return (
    <span title={text} className="font-mono text-xs">
      {text}
    </span>
  );
}

export function TypeCell({ type }: { type: string }) {
  'use memo';
  return (
    <span className="inline-block max-w-full truncate rounded-sm border border-line px-1.5 align-middle font-medium font-mono text-[11px] text-ink-2 leading-[18px] max-sm:border-0 max-sm:px-0 max-sm:text-ink-3 max-sm:text-xs">
      {type}
    </span>
  );
}

/** The port is part of what is checked, but quieter than the host. */
export function TargetCell({ monitor }: { monitor: Pick<ListedMonitor, 'target' | 'port'> }) {
  'use memo';
  const [host, port] = addressParts(monitor);
  return (
    // By its key: behind another host the port would count as having moved.
    <span key={host} title={host + port} className="font-mono text-xs">
      <Highlighted text={host + port} to={host.length} />
      {port === '' ? null : (
        <span className="text-ink-3">
          <Highlighted text={host + port} from={host.length} />
        </span>
      )}
    </span>
  );
}

/** How long the condition has lasted. It stands out where something is wrong. */
export function SinceCell({ monitor }: { monitor: ListedMonitor }) {
  'use memo';
  const { condition } = monitor;
  const exact = useExact(Date.parse(conditionSince(monitor)));
  const isTrouble = condition === 'down' || condition === 'overdue';
  return (
    <span title={sinceMeaning(monitor, exact)} className={isTrouble ? 'text-ink' : 'text-ink-3'}>
      {conditionAge(monitor, useAsOf())}
    </span>
  );
}

/** What is known of the moment at which the condition began, or was first seen. */
function sinceMeaning(monitor: ListedMonitor, exact: string): string {
  if (monitor.condition === 'overdue') return `No check since ${exact}.`;
  if (monitor.condition === 'pending') return `Created at ${exact}, never checked since.`;
  return `${conditionLabel(monitor)}, first seen at ${exact}. The API doesn’t report when it began.`;
}

/** Amber when the check is late. In a card, which has no headings, it says what it is. */
export function LastCheckCell({ monitor }: { monitor: ListedMonitor }) {
  'use memo';
  const { last_check_at: at, is_active, interval, maintenance_mode } = monitor;
  const asOf = Date.parse(useAsOf());
  // In a row it stands beside the condition.
  const maintenance = maintenance_mode ? <span className="text-maint sm:hidden"> · Maintenance</span> : null;
  if (at === null)
    return (
      <span className="text-ink-3">
        Never<span className="sm:hidden"> checked</span>
        {maintenance}
      </span>
    );
  const isLate = is_active && isCheckLate(asOf - Date.parse(at), interval);
  return (
    <span className={isLate ? 'text-overdue' : undefined}>
      <span className="sm:hidden">checked </span>
      <ExactAge iso={at} suffix={isLate ? ', late' : ''} />
      <span className="sm:hidden"> ago</span>
      {maintenance}
    </span>
  );
}

/** Milliseconds, with a thin bar to compare them by. Written from the right, as its cell is. */
export function ResponseCell({ milliseconds }: { milliseconds: number | null }) {
  'use memo';
  if (milliseconds === null) return <span className="text-ink-3">—</span>;
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-[60px] shrink-0 [unicode-bidi:plaintext]">{formatInteger(milliseconds)} ms</span>
      <span aria-hidden className="hidden h-1 min-w-0 flex-1 [direction:ltr] xl:block">
        <span
          className="block h-full rounded-full bg-ink-3 forced-colors:bg-[CanvasText]"
          style={{ width: `${barPercent(milliseconds)}%` }}
        />
      </span>
    </span>
  );
}

/** Full length, milliseconds: ten seconds, the longest that most checks wait. */
const LONGEST_BAR_MS = 10_000;

/** Length of a response's bar on one logarithmic scale for all pages: 1 ms nothing, 100 ms half, 10 s and more all. */
export function barPercent(milliseconds: number): number {
  const share = Math.log(Math.max(1, milliseconds)) / Math.log(LONGEST_BAR_MS);
  return Math.round(100 * Math.min(1, share));
}

export function YesNoCell({ value }: { value: boolean }) {
  'use memo';
  return value ? 'yes' : 'no';
}
