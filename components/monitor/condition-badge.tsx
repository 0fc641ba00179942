import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { useAsOf } from './as-of';
import { conditionLabel, downWords, silentWords } from './condition-labels';
import { ConditionMark } from './condition-mark';

const ink: Record<Condition, string> = {
  down: 'text-down font-medium',
  overdue: 'text-overdue font-medium',
  pending: 'text-pending',
  up: 'text-ink-3',
  inactive: 'text-idle',
};

type Shown = Pick<ListedMonitor, 'condition' | 'last_status' | 'last_check_at' | 'observed_since'>;

/** Shape, word and colour of a condition. `long` spells out what "silent" means. */
export function ConditionBadge({ monitor, long = false }: { monitor: Shown; long?: boolean }) {
  const { condition } = monitor;
  return (
    <span className={`inline-flex max-w-full items-center gap-1.5 align-middle ${ink[condition]}`}>
      <ConditionMark condition={condition} />
      <span className="truncate [unicode-bidi:plaintext]">
        <Words monitor={monitor} long={long} />
      </span>
    </span>
  );
}

function Words({ monitor, long }: { monitor: Shown; long: boolean }) {
  const asOf = useAsOf();
  if (monitor.condition === 'overdue' && monitor.last_check_at !== null) {
    return silentWords(monitor.last_check_at, asOf, long);
  }
  if (monitor.condition !== 'down') return conditionLabel(monitor);
  return (
    <span title="Seen down by Sightline for this long; the API does not say since when it is.">
      {downWords(monitor.observed_since, asOf)}
    </span>
  );
}
