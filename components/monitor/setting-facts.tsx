import type { ReactNode } from 'react';
import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/answers';
import { formatInteger, formatInterval, formatTimeout } from '@/lib/format';
import { Unset } from './unset';

/** What is checked and how often: settings that every type of monitor has. */
export function CheckFacts({ monitor }: { monitor: DetailedMonitor }) {
  return (
    <Facts
      items={[
        { name: 'Type', value: monitor.type },
        { name: 'Target', value: <code className="font-mono text-xs">{monitor.target}</code> },
        {
          name: 'Port',
          value: monitor.port ?? <Unset meaning="only TCP monitors have one" />,
        },
        { name: 'Interval', value: formatInterval(monitor.interval) },
        {
          name: 'Regions',
          value: <code className="font-mono text-xs">{monitor.regions.join(', ') || '—'}</code>,
        },
        { name: 'Active', value: monitor.is_active ? 'Yes' : 'No: no check is scheduled' },
        {
          name: 'Description',
          value: known(monitor.description, <Unset meaning="nobody has written one" />, (text) => text),
        },
      ]}
    />
  );
}

const byDefault = <Unset meaning="the service's default is used" />;

/** Settings that only http and https monitors have. Undefined: not known, since the API cannot be asked now. */
export function HttpFacts({ monitor }: { monitor: DetailedMonitor }) {
  const { http_method: method, expected_status_codes: statuses, follow_redirects, timeout_ms } = monitor;
  return (
    <Facts
      items={[
        { name: 'Method', value: known(method, byDefault, (value) => value) },
        {
          name: 'Expected status',
          value: known(
            statuses,
            <Unset meaning="the service decides what counts as up" />,
            (codes) => codes.join(', ') || 'none listed',
          ),
        },
        {
          name: 'Redirects',
          value: known(follow_redirects, byDefault, (follow) => (follow ? 'Followed' : 'Not followed')),
        },
        { name: 'Timeout', value: known(timeout_ms, byDefault, timeoutWords) },
      ]}
    />
  );
}

/** A field that only the detail carries: absent when only the list shape is known, null when it is not set. */
function known<T>(value: T | null | undefined, unset: ReactNode, words: (value: T) => ReactNode): ReactNode {
  if (value === undefined) return <Unset word="Not known" meaning="the API cannot be asked for it now" />;
  return value === null ? unset : words(value);
}

function timeoutWords(timeout: number): string {
  return `${formatTimeout(timeout)}${timeout >= 1000 ? ` (${formatInteger(timeout)} ms)` : ''}`;
}
