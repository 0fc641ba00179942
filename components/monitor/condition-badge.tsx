import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { useAsOf } from './as-of';
import { conditionLabel, downLabel, silentLabel } from './condition-labels';

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
        <Label monitor={monitor} long={long} />
      </span>
    </span>
  );
}

function Label({ monitor, long }: { monitor: Shown; long: boolean }) {
  const asOf = useAsOf();
  if (monitor.condition === 'overdue' && monitor.last_check_at !== null) {
    return silentLabel(monitor.last_check_at, asOf, long);
  }
  if (monitor.condition !== 'down') return conditionLabel(monitor);
  return (
    <span title="Seen down by Sightline for this long; the API does not say since when it is.">
      {downLabel(monitor.observed_since, asOf)}
    </span>
  );
}

/** The shape of each condition: told apart without colour. */
export function ConditionMark({ condition }: { condition: Condition }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={`size-3 shrink-0 ${markColor[condition]}`}>
      {shapes[condition]}
    </svg>
  );
}

const markColor: Record<Condition, string> = {
  down: 'text-down',
  overdue: 'text-overdue',
  pending: 'text-pending',
  up: 'text-up',
  inactive: 'text-idle',
};

const shapes: Record<Condition, React.ReactNode> = {
  down: <rect x="1" y="1" width="10" height="10" rx="2" fill="currentColor" />,
  overdue: (
    <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="6" cy="6" r="4.8" />
      <path d="M6 3.2V6l1.9 1.3" />
    </g>
  ),
  pending: (
    <circle
      cx="6"
      cy="6"
      r="4.6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeDasharray="1.6 1.9"
    />
  ),
  up: <circle cx="6" cy="6" r="3" fill="currentColor" />,
  inactive: (
    <g fill="currentColor">
      <rect x="2.5" y="2" width="2.4" height="8" rx=".8" />
      <rect x="7.1" y="2" width="2.4" height="8" rx=".8" />
    </g>
  ),
};
