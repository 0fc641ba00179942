import type { ReactNode } from 'react';
import { Instant } from '@/components/ui/instant';
import { Link } from '@/components/ui/link';
import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/format';
import { formatTimeout } from '@/lib/format-settings';

interface SettingFactsProps {
  monitor: DetailedMonitor;
  /** Whether the fields that only the detail has are still loading. */
  reading: boolean;
}

/** The fields of the check: description, type and port, and the settings of HTTP and HTTPS monitors. */
export function CheckFacts({ monitor, reading }: SettingFactsProps) {
  const { description, type, port } = monitor;
  const isHttp = type === 'http' || type === 'https';
  return (
    <Facts
      items={[
        // Always rendered, so that nothing moves when the value arrives.
        { name: 'Description', value: known(description, <Unset />, (text) => text, reading) },
        { name: 'Type', value: type },
        ...(port === null ? [] : [{ name: 'Port', value: String(port) }]),
        ...(isHttp ? httpFacts(monitor, reading) : []),
      ]}
    />
  );
}

const byDefault = <Unset meaning="service default" />;

/** The settings of HTTP and HTTPS monitors. */
function httpFacts(monitor: DetailedMonitor, reading: boolean) {
  const { http_method: method, expected_status_codes: statuses, follow_redirects, timeout_ms } = monitor;
  return [
    { name: 'Method', value: known(method, byDefault, (value) => value, reading) },
    {
      name: 'Expected status',
      value: known(
        statuses,
        <Unset meaning="service default" />,
        (codes) => codes.join(', ') || 'None',
        reading,
      ),
    },
    {
      name: 'Redirects',
      value: known(follow_redirects, byDefault, (follow) => (follow ? 'Followed' : 'Not followed'), reading),
    },
    { name: 'Timeout', value: known(timeout_ms, byDefault, timeoutLabel, reading) },
  ];
}

/**
 * The value of a field that only the detail has: undefined while the detail is missing, null when it is not
 * set.
 */
function known<T>(
  value: T | null | undefined,
  unset: ReactNode,
  label: (value: T) => ReactNode,
  reading: boolean,
): ReactNode {
  if (value === undefined && reading) return <span className="text-ink-3">loading…</span>;
  if (value === undefined) return <Unset label="Unknown" meaning="couldn’t be fetched" />;
  return value === null ? unset : label(value);
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
        { name: 'Created', value: <Instant iso={monitor.created_at} /> },
        { name: 'Updated', value: <Instant iso={monitor.updated_at} /> },
        {
          name: monitor.regions.length === 1 ? 'Region' : 'Regions',
          value: monitor.regions.length === 0 ? '—' : <RegionLinks regions={monitor.regions} />,
        },
      ]}
    />
  );
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
