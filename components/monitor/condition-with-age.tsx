import type { ListedMonitor } from '@/lib/contract/monitor';
import { useAsOf } from './as-of';
import { Badge } from './condition-badge';
import { conditionAge, conditionLabel, secondsBetween } from './condition-labels';

/** Shape, word and colour of a condition, and how old it is where nothing beside it says so. */
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
  return <span title={downMeaning}>{label}</span>;
}

/** Less than this is no news: it may just have been read for the first time. Seconds. */
const WORTH_SAYING_S = 60;

/**
 * The label of a condition with its age where it has one: "Down 4 min+", "Overdue 21 min", which is counted from the last
 * check.
 *
 * @param asOf the last reading, ISO 8601
 */
export function conditionWithAge(monitor: Aged, asOf: string): string {
  const { condition, observed_since: since } = monitor;
  const isWorthSaying =
    condition === 'overdue' || (condition === 'down' && secondsBetween(since, asOf) >= WORTH_SAYING_S);
  const label = conditionLabel(monitor);
  return isWorthSaying ? `${label} ${conditionAge(monitor, asOf)}` : label;
}

type Aged = Pick<
  ListedMonitor,
  'condition' | 'last_status' | 'last_check_at' | 'created_at' | 'observed_since'
>;

/** Why a duration has a plus. */
const downMeaning = 'Down for at least this long. The API doesn’t report when it went down.';
