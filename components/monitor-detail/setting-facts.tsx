import type { ReactNode } from 'react';
import { Instant } from '@/components/ui/instant';
import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/answers';
import { formatInteger, formatTimeout } from '@/lib/format';

interface SettingFactsProps {
  monitor: DetailedMonitor;
  /** Whether the fields that only the detail carries are still on their way. */
  reading: boolean;
}

/** What the sentence of what is checked leaves out. */
export function CheckFacts({ monitor, reading }: SettingFactsProps) {
  return (
    <Facts
      items={[
        {
          name: 'Description',
          value: known(
            monitor.description,
            <Unset meaning="nobody has written one" />,
            (text) => text,
            reading,
          ),
        },
        { name: 'Type', value: monitor.type },
        {
          name: 'Port',
          value: monitor.port ?? <Unset meaning="only TCP monitors have one" />,
        },
      ]}
    />
  );
}

const byDefault = <Unset meaning="the service's default is used" />;

/** Settings that only http and https monitors have. */
export function HttpFacts({ monitor, reading }: SettingFactsProps) {
  const { http_method: method, expected_status_codes: statuses, follow_redirects, timeout_ms } = monitor;
  return (
    <Facts
      items={[
        { name: 'Method', value: known(method, byDefault, (value) => value, reading) },
        {
          name: 'Expected status',
          value: known(
            statuses,
            <Unset meaning="the service decides what counts as up" />,
            (codes) => codes.join(', ') || 'none listed',
            reading,
          ),
        },
        {
          name: 'Redirects',
          value: known(
            follow_redirects,
            byDefault,
            (follow) => (follow ? 'Followed' : 'Not followed'),
            reading,
          ),
        },
        { name: 'Timeout', value: known(timeout_ms, byDefault, timeoutLabel, reading) },
      ]}
    />
  );
}

/** A field that only the detail carries: absent when only the list shape is known, null when it is not set. */
function known<T>(
  value: T | null | undefined,
  unset: ReactNode,
  label: (value: T) => ReactNode,
  reading: boolean,
): ReactNode {
  if (value === undefined && reading) return <span className="text-ink-3">being read…</span>;
  if (value === undefined) return <Unset label="Not known" meaning="the API cannot be asked for it now" />;
  return value === null ? unset : label(value);
}

function timeoutLabel(timeout: number): string {
  return `${formatTimeout(timeout)}${timeout >= 1000 ? ` (${formatInteger(timeout)} ms)` : ''}`;
}

/** A null, never left blank: the word for it, and what it means. */
export function Unset({ label = 'Not set', meaning }: { label?: string; meaning: string }) {
  return (
    <>
      {label} <span className="text-ink-3">({meaning})</span>
    </>
  );
}

/** What the API keeps about the monitor itself. */
export function RecordFacts({ monitor }: { monitor: DetailedMonitor }) {
  return (
    <Facts
      items={[
        { name: 'UUID', value: <code className="font-mono text-xs">{monitor.monitor_uuid}</code> },
        { name: 'Created', value: <Instant iso={monitor.created_at} /> },
        { name: 'Updated', value: <Instant iso={monitor.updated_at} /> },
        {
          name: monitor.regions.length === 1 ? 'Region' : 'Regions',
          value: <code className="font-mono text-xs">{monitor.regions.join(', ') || '—'}</code>,
        },
      ]}
    />
  );
}
