import type { ReactNode } from 'react';
import { isUnknown, type MonitorField } from '@/components/monitor/unknown-fields';
import { IfKnown, UnknownValue } from '@/components/monitor/unknown-value';
import { Instant } from '@/components/ui/instant';
import { Link } from '@/components/ui/link';
import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { formatTimeout } from '@/lib/text/format-settings';

interface SettingFactsProps {
  monitor: DetailedMonitor;
  /** Whether the fields that only the detail has are still loading. */
  isLoading: boolean;
}

/** The fields of the check: description, type and port, and the settings of HTTP and HTTPS monitors. */
export function CheckFacts({ monitor, isLoading }: SettingFactsProps) {
  const { type, port } = monitor;
  const isHttp = type === 'http' || type === 'https';
  return (
    <Facts
      items={[
        // Always rendered, so that nothing moves when the value arrives.
        { name: 'Description', value: known(monitor, 'description', <Unset />, (text) => text, isLoading) },
        {
          name: 'Type',
          value: (
            <IfKnown monitor={monitor} field="type">
              {type}
            </IfKnown>
          ),
        },
        ...(port === null && !isUnknown(monitor, 'port')
          ? []
          : [{ name: 'Port', value: port ?? <UnknownValue /> }]),
        ...(isHttp ? httpFacts(monitor, isLoading) : []),
      ]}
    />
  );
}

const byDefault = <Unset meaning="service default" />;

/** The settings of HTTP and HTTPS monitors. */
function httpFacts(monitor: DetailedMonitor, isLoading: boolean) {
  const followed = (follow: boolean) => (follow ? 'Followed' : 'Not followed');
  const statuses = (codes: readonly number[]) => codes.join(', ') || 'None';
  return [
    { name: 'Method', value: known(monitor, 'http_method', byDefault, (value) => value, isLoading) },
    {
      name: 'Expected status',
      value: known(monitor, 'expected_status_codes', byDefault, statuses, isLoading),
    },
    { name: 'Redirects', value: known(monitor, 'follow_redirects', byDefault, followed, isLoading) },
    { name: 'Timeout', value: known(monitor, 'timeout_ms', byDefault, timeoutLabel, isLoading) },
  ];
}

/**
 * The value of a field that only the detail has: undefined while the detail is missing, null when it is not
 * set or unknown.
 */
function known<Field extends MonitorField>(
  monitor: DetailedMonitor,
  field: Field,
  unset: ReactNode,
  label: (value: NonNullable<DetailedMonitor[Field]>) => ReactNode,
  isLoading: boolean,
): ReactNode {
  const value = monitor[field];
  if (isUnknown(monitor, field)) return <UnknownValue />;
  if (value === undefined && isLoading) return <span className="text-ink-3">loading…</span>;
  if (value === undefined) return <Unset label="Unknown" meaning="couldn’t be fetched" />;
  return value === null || value === undefined ? unset : label(value);
}

function timeoutLabel(timeout: number): string {
  return `${formatTimeout(timeout)}${timeout >= 1000 ? ` (${formatInteger(timeout)} ms)` : ''}`;
}

/** The text for a null value. @param props.meaning an explanation in parentheses */
export function Unset({ label = 'Not set', meaning }: { label?: string; meaning?: string }) {
  if (meaning === undefined) return <span className="text-ink-3">{label}</span>;
  return (
    <>
      {label} <span className="text-ink-3">({meaning})</span>
    </>
  );
}

/** UUID, creation, last update and regions of a monitor. */
export function MetadataFacts({ monitor }: { monitor: DetailedMonitor }) {
  return (
    <Facts
      items={[
        { name: 'UUID', value: <code className="font-mono text-xs">{monitor.monitor_uuid}</code> },
        { name: 'Created', value: <KnownInstant iso={monitor.created_at} /> },
        { name: 'Updated', value: <KnownInstant iso={monitor.updated_at} /> },
        {
          name: monitor.regions.length === 1 ? 'Region' : 'Regions',
          value: (
            <IfKnown monitor={monitor} field="regions">
              {monitor.regions.length === 0 ? '—' : <RegionLinks regions={monitor.regions} />}
            </IfKnown>
          ),
        },
      ]}
    />
  );
}

/** @param props.iso null: unknown */
function KnownInstant({ iso }: { iso: string | null }) {
  return iso === null ? <UnknownValue /> : <Instant iso={iso} />;
}

/** A link for each region to the list of its monitors. */
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
