'use client';

import { useNow } from '@/components/ui/clock';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { formatAge } from '@/lib/format';
import { ConditionMark } from './condition-mark';
import { conditionWord } from './condition-words';

const ink: Record<Condition, string> = {
  down: 'text-down font-medium',
  overdue: 'text-overdue font-medium',
  pending: 'text-pending',
  up: 'text-ink-3',
  inactive: 'text-idle',
};

type Shown = Pick<ListedMonitor, 'condition' | 'last_status' | 'last_check_at'>;

/** Shape, word and colour of a condition. `long` spells out what "silent" means. */
export function ConditionBadge({ monitor, long = false }: { monitor: Shown; long?: boolean }) {
  const { condition } = monitor;
  return (
    <span className={`inline-flex max-w-full items-center gap-1.5 align-middle ${ink[condition]}`}>
      <ConditionMark condition={condition} />
      <span className="truncate">
        {condition === 'overdue' && monitor.last_check_at !== null ? (
          <Silence since={monitor.last_check_at} long={long} />
        ) : (
          conditionWord(monitor)
        )}
      </span>
    </span>
  );
}

/** Green can lie: the last word was "up", but none has come for longer than there should. */
function Silence({ since, long }: { since: string; long: boolean }) {
  const age = formatAge((useNow() - Date.parse(since)) / 1000);
  return long ? `Last seen up, but silent for ${age}` : `Silent ${age}`;
}
