import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/monitor';
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
          value: monitor.description ?? <Unset meaning="nobody has written one" />,
        },
      ]}
    />
  );
}

/** Settings that only http and https monitors have. */
export function HttpFacts({ monitor }: { monitor: DetailedMonitor }) {
  const {
    http_method: method,
    expected_status_codes: statuses,
    follow_redirects: follow,
    timeout_ms: timeout,
  } = monitor;
  return (
    <Facts
      items={[
        { name: 'Method', value: method ?? <Unset meaning="the service's default is used" /> },
        {
          name: 'Expected status',
          value: statuses ? (
            statuses.join(', ') || 'none listed'
          ) : (
            <Unset meaning="the service decides what counts as up" />
          ),
        },
        {
          name: 'Redirects',
          value:
            follow === null ? (
              <Unset meaning="the service's default is used" />
            ) : follow ? (
              'Followed'
            ) : (
              'Not followed'
            ),
        },
        {
          name: 'Timeout',
          value:
            timeout === null ? (
              <Unset meaning="the service's default is used" />
            ) : (
              `${formatTimeout(timeout)}${timeout >= 1000 ? ` (${formatInteger(timeout)} ms)` : ''}`
            ),
        },
      ]}
    />
  );
}
