import type { ColumnName } from './column-names.ts';

/**
 * The rules of the review, and the column of the list that each is about. The list of a rule shows it. The ids stand in URLs and
 * views files; the numbers in them are limits.
 */
const ruleColumns = {
  expects_redirect_but_follows: 'expected_status_codes',
  private_address: 'target',
  test_address: 'target',
  never_checked_for_1_day: 'created_at',
  overdue: 'last_check_at',
  down_for_7_days: 'observed_since',
  in_maintenance_for_7_days: 'maintenance_mode',
  inactive_for_90_days: 'updated_at',
  expects_errors_only: 'expected_status_codes',
  expects_no_status: 'expected_status_codes',
  head_method: 'http_method',
  changing_method: 'http_method',
  interval_over_1_h: 'interval',
  timeout_reaches_interval: 'timeout_ms',
  timeout_over_30_s: 'timeout_ms',
  near_timeout: 'timeout_ms',
  plain_http: 'target',
  http_without_https: 'target',
  one_region_only: 'region',
  flapping_daily: 'changed',
  checked_twice: 'target',
  same_name_other_target: 'target',
} as const satisfies Record<string, ColumnName>;
export type RuleId = keyof typeof ruleColumns;

/** The column that a rule is about; null: there is no such rule. */
export function columnOfRule(rule: string): ColumnName | null {
  const found = Object.entries(ruleColumns).find(([id]) => id === rule);
  return found?.[1] ?? null;
}
