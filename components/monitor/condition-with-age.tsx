import type { ListedMonitor } from '@/lib/contract/monitor';
import { useAsOf } from './as-of';
import { Badge } from './condition-badge';
import { conditionAge, conditionLabel, secondsBetween } from './condition-labels';

/** The badge of a condition with its duration, for places without a separate duration. */
export function ConditionWithAge({ monitor }: { monitor: Aged }) {
  return (
    <Badge condition={monitor.condition}>
      <WithAge monitor={monitor} />
    </Badge>
  );
}

function WithAge({ monitor }: { monitor: Aged }) {
  const label = conditionWithAge(monitor, useAsOf());
  if (monitor.condition !== 'down') return label;
  return <span title={monitor.changed_after === null ? downMeaning : observedMeaning}>{label}</span>;
}

/**
 * Shorter durations are omitted, because the condition may just have been read for the first time. Seconds.
 */
const MIN_AGE_S = 60;

/**
 * The label of a condition, for down and overdue with the duration: "Down 4 min+", "Overdue 21 min".
 *
 * @param asOf the time of the last read, ISO 8601
 */
export function conditionWithAge(monitor: Aged, asOf: string): string {
  const { condition, observed_since: since } = monitor;
  const hasAge =
    condition === 'overdue' || (condition === 'down' && secondsBetween(since, asOf) >= MIN_AGE_S);
  const label = conditionLabel(monitor);
  return hasAge ? `${label} ${conditionAge(monitor, asOf)}` : label;
}

type Aged = Pick<
  ListedMonitor,
  'condition' | 'last_status' | 'last_check_at' | 'created_at' | 'observed_since' | 'changed_after'
>;

/** The tooltip of a range. */
const observedMeaning = 'Sightline saw it before and after it went down.';
/** The tooltip that explains the plus sign of a duration. */
const downMeaning = 'Down for at least this long. The API doesn’t report when it went down.';
