import type { ReactNode } from 'react';
import { intervalPhrase } from '@/components/changes/change-messages';
import { conditionAge, maintenanceMeaning } from '@/components/monitor/condition-labels';
import { isUnknown, type MonitorField, UnknownValue } from '@/components/monitor/unknown-value';
import { timeLabel } from '@/components/time-chart/time-labels';
import { Age, Instant } from '@/components/ui/age';
import { useNow, useTicking } from '@/components/ui/clock';
import { Link } from '@/components/ui/link';
import { FactList } from '@/components/ui/panel';
import { type TimeZone, useTimeZone } from '@/components/ui/time-zone';
import { type Condition, isSinceReported } from '@/lib/contract/conditions';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { DetailedMonitor, MonitorDetail } from '@/lib/contract/responses';
import { conditionLabel, knownStatuses } from '@/lib/text/condition-label';
import { formatAge, formatInteger, formatInterval, isAhead } from '@/lib/text/format';
import { formatTimeout } from '@/lib/text/format-timeout';
import { visibleName } from '@/lib/text/visible-name';

/** A field of the API as a fact: `label` of its value, or "Unknown". */
function fact<Field extends MonitorField>(
  monitor: DetailedMonitor,
  field: Field,
  name: string,
  label: (value: DetailedMonitor[Field]) => ReactNode,
) {
  return { name, value: isUnknown(monitor, field) ? <UnknownValue /> : label(monitor[field]) };
}

const instant = (iso: string | null) => (iso === null ? <UnknownValue /> : <Instant iso={iso} />);

/** The current state of a monitor, as last reported by the API. @param props.meta the times of the reads */
export function NowFacts({ monitor, meta }: { monitor: DetailedMonitor; meta: MonitorDetail['meta'] }) {
  const isOrdinary = knownStatuses.includes(monitor.last_status) && !isUnknown(monitor, 'last_status');
  const status = visibleName(monitor.last_status ?? '') ?? <UnknownValue />;
  const settingsAsOf = monitor.settings_as_of ?? meta.detail_as_of;
  return (
    <FactList
      items={[
        { name: 'Since', value: <Since monitor={monitor} /> },
        ...(isOrdinary ? [] : [{ name: 'Last status', value: status }]),
        fact(monitor, 'last_check_at', 'Last check', (iso) => (iso ? <Instant iso={iso} /> : 'Never')),
        fact(monitor, 'last_response_time_ms', 'Response time', () => responseTime(monitor)),
        { name: 'Next check', value: <NextCheck monitor={monitor} /> },
        ...(monitor.maintenance_mode === false
          ? []
          : [
              fact(monitor, 'maintenance_mode', 'Maintenance', (on) =>
                on ? maintenanceMeaning : <UnknownValue />,
              ),
            ]),
        {
          name: 'Data fetched',
          value: (
            <>
              <Age iso={meta.as_of} suffix=" ago" />
              {settingsAsOf === undefined ? null : (
                <>
                  , settings <Age iso={settingsAsOf} suffix=" ago" />
                  {monitor.settings_as_of === undefined ? '' : ', before it was modified'}
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

type SinceFields = Pick<
  ListedMonitor,
  'condition' | 'last_status' | 'created_at' | 'observed_since' | 'changed_after'
>;

/** The event that began each condition, as text. Used where the API does not tell the time. */
const beginnings: Record<Condition, string> = {
  down: 'Went down',
  overdue: 'Became overdue',
  unknown: 'Became unknown',
  pending: 'Lost its checks',
  up: 'Came up',
  inactive: 'Was switched off',
};

/** How long the condition has lasted, and when it began as far as known. */
function Since({ monitor }: { monitor: SinceFields }) {
  const zone = useTimeZone();
  const duration = useTicking((now) => conditionAge(monitor, now));
  // A time on another day has its date.
  const beginning = useTicking((now) => beginningOf(monitor, now, zone));
  return (
    // The time zone of the browser may differ from the one of the server.
    <span suppressHydrationWarning>
      {beginning} <span className="block text-ink-3">{duration}</span>
    </span>
  );
}

/** "Went down between 13:59 and 14:07", "No check since 24 Nov, 14:07", "Up when first seen, 14:07". @param now epoch ms */
export function beginningOf(monitor: SinceFields, now: number, zone: TimeZone): string {
  const { condition, changed_after: from } = monitor;
  const to = monitor.observed_since;
  const since = timeLabel(Date.parse(to), now, zone);
  if (isSinceReported(monitor))
    return condition === 'overdue' ? `No check since ${since}` : `Created ${since}`;
  if (from === null) return `${conditionLabel(monitor)} when first seen, ${since}`;
  const utc = zone === 'UTC' ? ' UTC' : '';
  return `${beginnings[condition]} ${intervalPhrase({ from, to }, zone, now)}${utc}`;
}

function responseTime(monitor: DetailedMonitor): string {
  const { last_response_time_ms: milliseconds, last_check_at: lastCheck } = monitor;
  if (milliseconds !== null) return `${formatInteger(milliseconds)} ms`;
  if (isUnknown(monitor, 'last_check_at')) return 'None';
  return lastCheck === null ? 'Never checked' : 'No response';
}

/** When the next check is due. It may have run since the monitor was read, so only an overdue one "was due". */
function NextCheck({ monitor }: { monitor: DetailedMonitor }) {
  const now = useNow();
  const zone = useTimeZone();
  const { condition, is_active, interval, last_check_at: lastCheck } = monitor;
  if (is_active === false) return <Unset label="None" meaning="inactive" />;
  if (is_active === null || interval === null || isUnknown(monitor, 'last_check_at')) return <UnknownValue />;
  if (lastCheck === null) return <Unset label="Unknown" meaning="never checked" />;
  if (isAhead(Date.parse(lastCheck), now))
    return <Unset label="Unknown" meaning="the last check is in the future" />;
  const due = Date.parse(lastCheck) + interval * 1000;
  if (condition === 'overdue') return `was due ${formatAge((now - due) / 1000)} ago`;
  return <span suppressHydrationWarning>{`due about ${timeLabel(due, now, zone)}`}</span>;
}

/**
 * The fields of the check: description, type, port and interval, and the settings of HTTP and HTTPS monitors.
 *
 * @param props.isLoading whether the fields that only the detail has are still loading
 */
export function CheckFacts({ monitor, isLoading }: { monitor: DetailedMonitor; isLoading: boolean }) {
  /** A field that only the detail has: undefined while the detail is missing, null when it is not set. */
  const setting = <Field extends MonitorField>(
    field: Field,
    name: string,
    unset: ReactNode,
    label: (value: NonNullable<DetailedMonitor[Field]>) => ReactNode,
  ) =>
    fact(monitor, field, name, (value) => {
      if (value !== undefined && value !== null) return label(value);
      if (value === null) return unset;
      if (isLoading) return <span className="text-ink-3">loading…</span>;
      return <Unset label="Unknown" meaning="couldn’t be fetched" />;
    });
  const byDefault = <Unset meaning="service default" />;
  const isHttp = monitor.type === 'http' || monitor.type === 'https';
  return (
    <FactList
      items={[
        // Always rendered, so that nothing moves when the value arrives.
        setting('description', 'Description', <Unset />, (text) => text),
        fact(monitor, 'type', 'Type', (type) => type),
        ...(monitor.port === null && !isUnknown(monitor, 'port')
          ? []
          : [fact(monitor, 'port', 'Port', (port) => port)]),
        fact(monitor, 'interval', 'Interval', (interval) =>
          interval === null ? <UnknownValue /> : `Every ${formatInterval(interval)}`,
        ),
        ...(isHttp
          ? [
              setting('http_method', 'Method', byDefault, (method) => method),
              setting('expected_status_codes', 'Expected status', byDefault, (codes) =>
                codes.length === 0 ? 'None' : codes.join(', '),
              ),
              setting('follow_redirects', 'Redirects', byDefault, (isFollowed) =>
                isFollowed ? 'Followed' : 'Not followed',
              ),
              setting('timeout_ms', 'Timeout', byDefault, timeoutLabel),
            ]
          : []),
      ]}
    />
  );
}

function timeoutLabel(timeout: number): string {
  return `${formatTimeout(timeout)}${timeout >= 1000 ? ` (${formatInteger(timeout)} ms)` : ''}`;
}

/** The text for a null value. @param props.meaning an explanation in parentheses */
function Unset({ label = 'Not set', meaning }: { label?: string; meaning?: string }) {
  if (meaning === undefined) return <span className="text-ink-3">{label}</span>;
  return (
    <>
      {label} <span className="text-ink-3">({meaning})</span>
    </>
  );
}

export function MetadataFacts({ monitor }: { monitor: DetailedMonitor }) {
  return (
    <FactList
      items={[
        { name: 'UUID', value: <code className="font-mono text-xs">{monitor.monitor_uuid}</code> },
        fact(monitor, 'created_at', 'Created', instant),
        fact(monitor, 'updated_at', 'Updated', instant),
        fact(monitor, 'regions', monitor.regions.length === 1 ? 'Region' : 'Regions', (regions) =>
          regions.length === 0 ? '—' : <RegionLinks regions={regions} />,
        ),
      ]}
    />
  );
}

function RegionLinks({ regions }: { regions: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3 font-mono text-xs">
      {[...new Set(regions)].map((region) => (
        <Link
          key={region}
          href={`/monitors?${new URLSearchParams({ region })}`}
          title={`All monitors in ${region}`}
          className="underline decoration-line-strong underline-offset-2 hover:text-accent"
        >
          {region}
        </Link>
      ))}
    </span>
  );
}
