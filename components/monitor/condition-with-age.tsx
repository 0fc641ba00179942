import { useTicking } from '@/components/ui/clock';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { Badge } from './condition-badge';
import { conditionAge, conditionLabel, secondsSince } from './condition-labels';

/** The badge of a condition with its duration, for places without a separate duration. */
export function ConditionWithAge({ monitor }: { monitor: Aged }) {
  return (
    <Badge condition={monitor.condition}>
      <WithAge monitor={monitor} />
    </Badge>
  );
}

function WithAge({ monitor }: { monitor: Aged }) {
  const label = useTicking((now) => conditionWithAge(monitor, now));
  if (monitor.condition !== 'down') return label;
  return <span title={monitor.changed_after === null ? downMeaning : observedMeaning}>{label}</span>;
}

/**
 * Shorter durations are omitted, because the condition may just have been read for the first time. Seconds.
 */
const MIN_AGE_S = 60;

/**
 * The label of a condition, for down and overdue with the duration: "Down over 4 min", "Overdue 21 min".
 *
 * @param now epoch ms
 */
export function conditionWithAge(monitor: Aged, now: number): string {
  const { condition, observed_since: since } = monitor;
  const hasAge = condition === 'overdue' || (condition === 'down' && secondsSince(since, now) >= MIN_AGE_S);
  const label = conditionLabel(monitor);
  return hasAge ? `${label} ${conditionAge(monitor, now)}` : label;
}

type Aged = Pick<
  ListedMonitor,
  'condition' | 'last_status' | 'last_check_at' | 'created_at' | 'observed_since' | 'changed_after'
>;

/** The tooltip of a range. */
const observedMeaning = 'Sightline saw it before and after it went down.';
/** The tooltip of "over". */
const downMeaning = 'Down for at least this long. The API doesn’t report when it went down.';
