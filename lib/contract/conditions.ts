import { oneOf } from './one-of.ts';

/** The conditions in the order of attention: what needs a person first stands first. */
export const conditions = ['down', 'overdue', 'pending', 'up', 'inactive'] as const;
/** What the product derives for a monitor as of the moment it was read. */
export type Condition = (typeof conditions)[number];
export const conditionSchema = oneOf(conditions);

/** Seconds of silence allowed beyond three intervals before a check counts as late, and "up" is no longer believed. */
const GRACE_S = 60;

/** Whether a check is late. @param ageMs since the last one, milliseconds; @param interval of the monitor, seconds */
export function isCheckLate(ageMs: number, interval: number): boolean {
  return ageMs > (3 * interval + GRACE_S) * 1000;
}

/**
 * Since when a condition lasts as far as it can be known, ISO 8601. What is overdue is so since its last check, and what was
 * never checked since it was created: these are exact. Any other condition has lasted at least since it was first seen.
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

/** The types the spec knows. Upstream may send others; they are shown as they came. */
export const monitorTypes = ['http', 'https', 'tcp', 'ping'] as const;
