/** The columns of the list in their default order, by the names that views have for them. */
export const columnNames = [
  ...(['condition', 'name', 'observed_since', 'type', 'target', 'region', 'interval'] as const),
  ...(['last_check_at', 'last_response_time_ms', 'changed', 'maintenance_mode', 'last_status'] as const),
  ...(['is_active', 'created_at', 'updated_at', 'monitor_uuid', 'description', 'http_method'] as const),
  ...(['expected_status_codes', 'follow_redirects', 'timeout_ms', 'last_24h'] as const),
  ...(['availability_7d', 'availability_30d'] as const),
];
export type ColumnName = (typeof columnNames)[number];
