import { type ReactNode, useContext } from 'react';
import { useAsOf } from '@/components/monitor/as-of';
import { conditionAge } from '@/components/monitor/condition-labels';
import { DescriptionExcerpt } from '@/components/monitor/description-excerpt';
import { shownName, targetParts } from '@/components/monitor/monitor-names';
import { ListSearch } from '@/components/monitor/opened-list';
import { IfKnown, isUnknown, UnknownValue } from '@/components/monitor/unknown-value';
import { Age, ExactAge, useExact, useIsAhead } from '@/components/ui/age';
import { useTicking } from '@/components/ui/clock';
import { Highlighted } from '@/components/ui/highlight';
import { Link } from '@/components/ui/link';
import { monitorPath } from '@/lib/client/monitors-url';
import { flappingMeaning, isSinceReported } from '@/lib/contract/conditions';
import type { ListedMonitor, ListRow, SettingName } from '@/lib/contract/monitor';
import { isCheckOverdue } from '@/lib/contract/overdue';
import { conditionLabel } from '@/lib/text/condition-label';
import { formatInteger, formatInterval } from '@/lib/text/format';
import { formatTimeout } from '@/lib/text/format-timeout';
import { visibleName } from '@/lib/text/visible-name';

export interface MonitorRow {
  monitor: ListRow;
  /** Whether the monitor is no longer on this page; the row shows its last known data. */
  gone: boolean;
}

/**
 * The name as the row's stretched link, so that a click anywhere in the row opens the monitor. The link is
 * keyed by the monitor, so that the focus does not pass to another monitor in the same row. `dir="auto"`
 * truncates a right-to-left name at its own end.
 */
export function NameCell({ monitor, gone }: MonitorRow) {
  'use memo';
  const list = useContext(ListSearch);
  const name = visibleName(monitor.name);
  const color = monitor.is_active !== false && name !== null ? 'font-medium text-ink' : 'text-ink-3';
  return (
    <>
      <span className="flex items-baseline gap-2">
        <Link
          key={monitor.monitor_uuid}
          href={monitorPath({ uuid: monitor.monitor_uuid, list })}
          title={monitor.name}
          dir="auto"
          className={`monitor-link ${color}`}
        >
          {name === null ? shownName(monitor) : <Highlighted text={name} />}
        </Link>
        {gone ? <span className="ml-auto shrink-0 text-xs">moved off this page</span> : null}
      </span>
      <DescriptionExcerpt monitor={monitor} />
    </>
  );
}

function Code({ text }: { text: string }) {
  return (
    <span title={text} className="font-mono text-xs">
      {text}
    </span>
  );
}

export const UuidCell = ({ monitor }: MonitorRow) => <Code text={monitor.monitor_uuid} />;

export function RegionCell({ monitor }: MonitorRow) {
  return (
    <IfKnown monitor={monitor} field="regions" what="region">
      <Code text={monitor.regions.join(', ')} />
    </IfKnown>
  );
}

export function TypeCell({ monitor }: MonitorRow) {
  'use memo';
  return (
    <IfKnown monitor={monitor} field="type" what="type">
      <span className="inline-block max-w-full truncate rounded-sm border border-line px-1.5 align-middle font-medium font-mono text-[11px] text-ink-2 leading-[18px] max-sm:border-0 max-sm:px-0 max-sm:text-ink-3 max-sm:text-xs">
        {monitor.type}
      </span>
    </IfKnown>
  );
}

/** Host and port of the target; the port is less prominent. */
export function TargetCell({ monitor }: MonitorRow) {
  'use memo';
  const [host, port] = targetParts(monitor);
  if (isUnknown(monitor, 'target')) return <UnknownValue what="target" />;
  const target = (
    // Keyed by the host: otherwise the port after another host would count as a layout shift.
    <span key={host} title={host + port} className="font-mono text-xs">
      <Highlighted text={host + port} to={host.length} />
      {port === '' ? null : (
        <span className="text-ink-3">
          <Highlighted text={host + port} from={host.length} />
        </span>
      )}
    </span>
  );
  if (!isUnknown(monitor, 'port')) return target;
  return (
    <span className="flex items-baseline gap-2">
      <span className="min-w-0 truncate">{target}</span>
      <span className="shrink-0 text-ink-3">Unknown port</span>
    </span>
  );
}

/** The duration of the condition, highlighted when the monitor is down or overdue. */
export function SinceCell({ monitor }: MonitorRow) {
  'use memo';
  const { condition } = monitor;
  const since = Date.parse(monitor.observed_since);
  const exact = useExact(since);
  const span = useExact(Date.parse(monitor.changed_after ?? monitor.observed_since), since);
  const isFailing = condition === 'down' || condition === 'overdue';
  return (
    <span title={sinceMeaning(monitor, span, exact)} className={isFailing ? 'text-ink' : 'text-ink-3'}>
      {useTicking((now) => conditionAge(monitor, now))}
    </span>
  );
}

/** The tooltip: between which times the condition began, or when it was first seen. */
function sinceMeaning(monitor: ListedMonitor, span: string, exact: string): string {
  if (monitor.condition === 'overdue') return `No check since ${exact}.`;
  if (isSinceReported(monitor)) return `Created at ${exact}, never checked since.`;
  if (monitor.changed_after !== null) {
    const what = monitor.condition === 'down' ? 'Went down' : `${conditionLabel(monitor)} since a time`;
    return `${what} between ${span}.`;
  }
  return `${conditionLabel(monitor)}, first seen at ${exact}. The API doesn’t report when it began.`;
}

/** When the condition has last changed, as far as Sightline has seen it. */
export function ChangedCell({ monitor: { changed_at } }: MonitorRow) {
  if (changed_at !== null) return <ExactAge iso={changed_at} />;
  return (
    <span title="No change observed." className="text-ink-3">
      —
    </span>
  );
}

/** The age of the last check, amber when it is late. In a card, which has no headings, it has a label. */
export function LastCheckCell({ monitor }: MonitorRow) {
  'use memo';
  const { last_check_at: at, is_active, interval } = monitor;
  const asOf = Date.parse(useAsOf());
  const isFuture = useIsAhead(Date.parse(at ?? ''));
  if (at === null)
    return (
      <span className="text-ink-3">
        <IfKnown monitor={monitor} field="last_check_at" what="last check">
          Never<span className="sm:hidden"> checked</span>
        </IfKnown>
        <CardFlags monitor={monitor} />
      </span>
    );
  const isLate = is_active !== false && isCheckOverdue(asOf - Date.parse(at), interval);
  return (
    <span className={isLate ? 'text-overdue' : undefined}>
      <span className="sm:hidden">checked </span>
      <ExactAge iso={at} suffix={isLate ? ', late' : ''} />
      {isFuture ? null : <span className="sm:hidden"> ago</span>}
      <CardFlags monitor={monitor} />
    </span>
  );
}

/** The flags of a card, on a line of their own if there are two; a row shows them beside the condition. */
function CardFlags({ monitor: { flapping, maintenance_mode } }: Pick<MonitorRow, 'monitor'>) {
  const hasBoth = flapping && maintenance_mode;
  return (
    <span className={hasBoth ? 'block sm:hidden' : 'sm:hidden'}>
      {flapping ? (
        <span title={`Its ${flappingMeaning}`} className="text-overdue">
          {hasBoth ? null : ' · '}Flapping
        </span>
      ) : null}
      {maintenance_mode ? <span className="text-maint"> · Maintenance</span> : null}
    </span>
  );
}

/**
 * The response time in milliseconds with a bar for comparison. There is no bar where nothing is checked, because the
 * last time may be years old. The cell has the direction right-to-left.
 */
export function ResponseCell({ monitor }: MonitorRow) {
  'use memo';
  const { last_response_time_ms: milliseconds, is_active } = monitor;
  if (isUnknown(monitor, 'last_response_time_ms')) return <UnknownValue />;
  if (milliseconds === null) return <span className="text-ink-3">—</span>;
  const isCurrent = is_active !== false;
  return (
    <span
      title={isCurrent ? undefined : 'Measured when it was last checked.'}
      className={`flex items-center gap-2 ${isCurrent ? '' : 'text-ink-3'}`}
    >
      <span className="min-w-[60px] shrink-0 [unicode-bidi:plaintext]">{formatInteger(milliseconds)} ms</span>
      {isCurrent ? (
        <span aria-hidden className="hidden h-1 min-w-0 flex-1 [direction:ltr] xl:block">
          <span
            className="block h-full rounded-full bg-ink-3 forced-colors:bg-[CanvasText]"
            style={{ width: `${barPercent(milliseconds)}%` }}
          />
        </span>
      ) : null}
    </span>
  );
}

/** The response times of an empty and a full bar, milliseconds. Most are between them, so that their bars differ. */
const [EMPTY_BAR_MS, FULL_BAR_MS] = [20, 5000];

/** The length of a bar in percent, on a logarithmic scale: 2 up to 20 ms, 24 at 77 ms, 56 at 430 ms, 100 from 5 s on. */
export function barPercent(milliseconds: number): number {
  const share = Math.log(Math.max(1, milliseconds) / EMPTY_BAR_MS) / Math.log(FULL_BAR_MS / EMPTY_BAR_MS);
  return Math.round(100 * Math.min(1, Math.max(0.02, share)));
}

export function LastStatusCell({ monitor }: MonitorRow) {
  return (
    <IfKnown monitor={monitor} field="last_status">
      {monitor.last_status ?? <span className="text-ink-3">none</span>}
    </IfKnown>
  );
}

/** A cell of a field that is null when it is unknown. */
function nullableCell<Field extends keyof ListedMonitor>(
  field: Field,
  show: (value: NonNullable<ListedMonitor[Field]>) => ReactNode,
) {
  return ({ monitor }: MonitorRow) => {
    const value = monitor[field];
    return value === null || value === undefined ? <UnknownValue /> : show(value);
  };
}

/**
 * A cell of a setting that the list of the API omits. A text is cut off in the cell, and complete in its tooltip. Where the
 * monitor was modified since, it has the age of the setting.
 */
function settingCell<Field extends SettingName>(
  field: Field,
  show: (value: NonNullable<ListedMonitor[Field]>) => string,
) {
  return ({ monitor }: MonitorRow) => {
    const value = monitor[field];
    if (value === undefined) return <Muted text="Unknown" title="Not read yet." />;
    const asOf = monitor.settings_as_of;
    const since = asOf === undefined ? '' : ', before the monitor was modified';
    const text = value === null ? 'not set' : show(value);
    return (
      <>
        {value === null ? <Muted text={text} /> : <span title={text + since}>{text}</span>}
        {asOf === undefined ? null : (
          <span className="text-ink-3">
            , <Age iso={asOf} suffix=" ago" />
          </span>
        )}
      </>
    );
  };
}

function Muted({ text, title }: { text: string; title?: string }) {
  return (
    <span title={title} className="text-ink-3">
      {text}
    </span>
  );
}

export const DescriptionCell = settingCell('description', String);
export const MethodCell = settingCell('http_method', String);
export const StatusCodesCell = settingCell('expected_status_codes', (codes) => codes.join(', ') || 'none');
export const RedirectsCell = settingCell('follow_redirects', (isOn) => (isOn ? 'followed' : 'not followed'));
export const TimeoutCell = settingCell('timeout_ms', formatTimeout);
export const IntervalCell = nullableCell('interval', formatInterval);
export const MaintenanceCell = nullableCell('maintenance_mode', (isOn) => (isOn ? 'yes' : 'no'));
export const ActiveCell = nullableCell('is_active', (isActive) => (isActive ? 'yes' : 'no'));
export const CreatedCell = nullableCell('created_at', (iso) => <ExactAge iso={iso} />);
export const UpdatedCell = nullableCell('updated_at', (iso) => <ExactAge iso={iso} />);
