import type { ColumnName } from './column-names.ts';

/**
 * The rules of the review by the column of the list that they are about. The list of a rule shows its column. The ids stand in
 * URLs and views files; the numbers in them are limits.
 */
const rulesOfColumn = {
  target: [
    'private_address',
    'test_address',
    'plain_http',
    'http_without_https',
    'checked_twice',
    'same_name_other_target',
  ],
  expected_status_codes: ['expects_redirect_but_follows', 'expects_errors_only', 'expects_no_status'],
  http_method: ['head_method', 'changing_method'],
  timeout_ms: ['timeout_reaches_interval', 'timeout_over_30_s', 'near_timeout'],
  interval: ['interval_over_1_h'],
  region: ['one_region_only'],
  last_check_at: ['overdue'],
  created_at: ['never_checked_for_1_day'],
  updated_at: ['inactive_for_90_days'],
  observed_since: ['down_for_7_days'],
  maintenance_mode: ['in_maintenance_for_7_days'],
  changed: ['flapping_daily'],
} as const satisfies Partial<Record<ColumnName, readonly string[]>>;
export type RuleId = (typeof rulesOfColumn)[keyof typeof rulesOfColumn][number];

/** The column that a rule is about; undefined: there is no such rule. */
export function columnOfRule(rule: string): string | undefined {
  return Object.entries(rulesOfColumn).find(([, ids]) => ids.some((id) => id === rule))?.[0];
}
