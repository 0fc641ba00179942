import { Instant } from '@/components/ui/instant';
import { Facts } from '@/components/ui/panel';
import type { DetailedMonitor } from '@/lib/contract/answers';

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
