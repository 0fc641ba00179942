import type { ColumnName } from './list-layout.ts';

/**
 * The rules of the review: their title, and the column of the list that they are about. The list of a rule shows its column. The
 * ids stand in URLs and views files; the numbers in them are limits.
 */
export const reviewRules = {
  private_address: { title: 'Private or loopback address, or internal name', column: 'target' },
  test_address: { title: 'Address for tests or documentation', column: 'target' },
  plain_http: { title: 'Plain http', column: 'target' },
  one_region_only: { title: 'Host checked from one region only', column: 'region' },
  checked_twice: { title: 'Target checked twice in the same way', column: 'target' },
  same_name_other_target: { title: 'Same name as a monitor of another target', column: 'target' },
  expects_redirect_but_follows: {
    title: 'Expects a redirect, but follows redirects',
    column: 'expected_status_codes',
  },
  expects_errors_only: { title: 'Expects only errors (4xx or 5xx)', column: 'expected_status_codes' },
  expects_no_status: { title: 'Expects no particular status', column: 'expected_status_codes' },
  head_method: { title: 'Checks with HEAD', column: 'http_method' },
  interval_over_1_h: { title: 'Interval longer than an hour', column: 'interval' },
  changing_method: { title: 'Checks with POST, PUT, PATCH or DELETE', column: 'http_method' },
  timeout_reaches_interval: { title: 'Timeout as long as the interval, or longer', column: 'timeout_ms' },
  timeout_over_30_s: { title: 'Timeout over 30 s', column: 'timeout_ms' },
  near_timeout: { title: 'Response time near its timeout', column: 'timeout_ms' },
  never_checked_for_1_day: { title: 'Never checked, for longer than a day', column: 'created_at' },
  overdue: { title: 'Overdue', column: 'last_check_at' },
  down_for_7_days: { title: 'Down for more than 7 days', column: 'observed_since' },
  in_maintenance_for_7_days: { title: 'In maintenance for more than 7 days', column: 'maintenance_mode' },
  inactive_for_90_days: { title: 'Inactive for more than 90 days', column: 'updated_at' },
  flapping_daily: { title: 'Goes down nearly every day', column: 'changed' },
} as const satisfies Record<string, { title: string; column: ColumnName }>;
export type RuleId = keyof typeof reviewRules;

const isRuleId = (rule: string): rule is RuleId => Object.hasOwn(reviewRules, rule);

/** The title and the column of a rule; undefined: there is no such rule. */
export function reviewRule(rule: string): { title: string; column: ColumnName } | undefined {
  return isRuleId(rule) ? reviewRules[rule] : undefined;
}
