import * as z from 'zod/mini';
import { rowHistorySchema } from './availability.ts';
import { conditions, flappingMeaning } from './conditions.ts';
import { boolean, documented, numberOrNull, text, textOrNull } from './documented.ts';

export type { Condition } from './conditions.ts';

/** Spec, "Monitor": the 14 fields of the list. null has the meaning of the spec, except in a field of `unknown_fields`. */
const listFieldsSchema = z.object({
  monitor_uuid: text('The ID of the monitor.'),
  name: z.string(),
  type: z.string(),
  target: text('URL, host name or address that is checked.'),
  port: z.nullable(z.number()),
  interval: numberOrNull('Seconds between two checks.'),
  regions: z.array(z.string()),
  maintenance_mode: z.nullable(z.boolean()),
  is_active: z.nullable(z.boolean()),
  last_check_at: z.nullable(z.string()),
  last_status: textOrNull('Result of the last check, as the API sent it.'),
  last_response_time_ms: numberOrNull('Response time of the last check, milliseconds.'),
  created_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
  unknown_fields: documented(
    z.array(z.string()),
    'The fields that the API has not sent, or with a value that cannot be understood. They are null; a name and a target are empty texts, a type is "unknown", and regions are an empty list.',
  ),
});
export type ListFields = z.infer<typeof listFieldsSchema>;

/** Spec, "Monitor": the five fields that only the detail has. */
export const detailOnlyFieldsSchema = z.object({
  description: z.nullable(z.string()),
  http_method: z.nullable(z.string()),
  expected_status_codes: z.nullable(z.array(z.number())),
  follow_redirects: z.nullable(z.boolean()),
  timeout_ms: z.nullable(z.number()),
});

export type SettingName = keyof z.infer<typeof detailOnlyFieldsSchema>;
/** The names of these fields, in the order of the spec. */
export const settingNames = z.keyof(detailOnlyFieldsSchema).options;

/** The known ones of these five fields. An absent field is unknown; null has the meaning of the spec. */
export const monitorSettingsSchema = z.extend(z.partial(detailOnlyFieldsSchema), {
  settings_as_of: documented(
    z.optional(z.string()),
    `Until when ${settingNames.join(', ')} certainly were so. Only where updated_at has moved since, or is not known; absent otherwise.`,
  ),
});
export type MonitorSettings = z.infer<typeof monitorSettingsSchema>;

export const listedMonitorSchema = documented(
  z.extend(listFieldsSchema, {
    ...monitorSettingsSchema.shape,
    condition: documented(
      z.enum(conditions),
      'What Sightline derives as of the last reading: down, overdue (checks are missing), unknown (the status is neither up nor down, or the time of the check cannot be understood), pending (never checked), up, inactive.',
    ),
    observed_since: text(
      'Since when the monitor is in its condition, as the list shows it: overdue since the last check, pending since the creation, the others since the first check or reading that showed it. Without changed_after these began by then, and may have begun long before.',
    ),
    changed_at: textOrNull('By when the condition began, if Sightline saw the one before; otherwise null.'),
    changed_after: textOrNull('After when it began; null together with changed_at.'),
    flapping: boolean(`Whether the ${flappingMeaning}`),
  }),
  'A monitor in a list: the fields of the API, and what Sightline adds.',
);
export type ListedMonitor = z.infer<typeof listedMonitorSchema>;

export const listRowSchema = z.extend(listedMonitorSchema, {
  history: documented(
    z.optional(z.nullable(rowHistorySchema)),
    'Only with history=1; null while the history is off or cannot be read.',
  ),
});
export type ListRow = z.infer<typeof listRowSchema>;

/** The fields of an exported monitor, in the order of the file: the same in CSV and JSON. */
export const exportFields = [
  ...([
    'monitor_uuid',
    'name',
    'condition',
    'condition_label',
    'observed_since',
    'type',
    'target',
    'port',
  ] as const),
  ...(['interval', 'regions', 'maintenance_mode', 'is_active', 'last_check_at', 'last_status'] as const),
  ...(['last_response_time_ms', 'changed_at', 'changed_after', 'flapping'] as const),
  ...settingNames,
  'settings_as_of',
  ...(['created_at', 'updated_at', 'unknown_fields'] as const),
] as const satisfies readonly (keyof ListedMonitor | 'condition_label')[];
export type ExportField = (typeof exportFields)[number];
