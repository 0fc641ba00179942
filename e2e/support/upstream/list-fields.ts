/** The fields of the spec's table "Monitor" in the list shape. */
export const listFields = [
  'monitor_uuid',
  'name',
  'type',
  'target',
  'port',
  'interval',
  'regions',
  'maintenance_mode',
  'is_active',
  'last_check_at',
  'last_status',
  'last_response_time_ms',
  'created_at',
  'updated_at',
] as const;
