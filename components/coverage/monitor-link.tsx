import { Badge } from '@/components/monitor/condition-badge';
import { Link } from '@/components/ui/link';
import { conditionLabels } from '@/lib/contract/conditions';
import type { CoveringMonitor } from '@/lib/contract/coverage';
import { visibleName } from '@/lib/text/visible-name';

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
