import { oneOf } from './one-of.ts';

/** The conditions by urgency, the most urgent first. */
export const conditions = ['down', 'overdue', 'pending', 'up', 'inactive'] as const;
/** Derived for each monitor as of the moment it was read. */
export type Condition = (typeof conditions)[number];
export const conditionSchema = oneOf(conditions);

/**
 * A check is late when it is missing for more than three intervals and this many seconds; then "up" is no longer shown.
 */
const GRACE_S = 60;

/**
 * @param ageMs milliseconds since the last check
 * @param interval of the monitor, seconds
 */
export function isCheckLate(ageMs: number, interval: number): boolean {
  return ageMs > (3 * interval + GRACE_S) * 1000;
}

/**
/**
 * The best known start of the present condition, ISO 8601. The last check for an overdue monitor and the creation for one
 * that was never checked are exact; any other condition has lasted at least since it was first observed.
 */
export function conditionSince(monitor: {
  condition: Condition;
  last_check_at: string | null;
  created_at: string;
  observed_since: string;
}): string {
  const { condition, last_check_at: lastCheck, created_at: created, observed_since: since } = monitor;
  if (condition === 'pending') return created;
  return condition === 'overdue' && lastCheck !== null ? lastCheck : since;
}

/** The types in the spec. Upstream may send others; they are shown unchanged. */
export const monitorTypes = ['http', 'https', 'tcp', 'ping'] as const;
