import * as z from 'zod/mini';
import { conditions } from './conditions.ts';

export type { Condition } from './conditions.ts';

/**
 * Spec, "Monitor": the 14 fields of the list, with upstream's names and values.
 *
 * `unknown_fields`: the names of the fields whose value is missing or cannot be understood. Such a field is null; a name and
 * a target are '', a type is 'unknown', and regions are []. In all other fields null has the meaning of the spec.
 */
const listFieldsSchema = z.object({
  monitor_uuid: z.string(),
  name: z.string(),
  type: z.string(),
  target: z.string(),
  port: z.nullable(z.number()),
  interval: z.nullable(z.number()),
  regions: z.array(z.string()),
  maintenance_mode: z.nullable(z.boolean()),
  is_active: z.nullable(z.boolean()),
  last_check_at: z.nullable(z.string()),
  last_status: z.nullable(z.string()),
  last_response_time_ms: z.nullable(z.number()),
  created_at: z.nullable(z.string()),
  updated_at: z.nullable(z.string()),
  unknown_fields: z.array(z.string()),
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

/**
 * `observed_since`: since when the present condition has been observed, ISO 8601 UTC by Sightline's clock: for down and up
 * the first check known to show it, otherwise the first reading. The API does not report when a condition began.
 *
 * `changed_at`: the same, if Sightline has seen the condition before it, whose last reading or check was `changed_after`: the
 * condition began between the two. Null: it began before Sightline was watching.
 *
 * `flapping`: the condition has changed at least four times in the last hour.
 */
export const listedMonitorSchema = z.extend(listFieldsSchema, {
  condition: z.enum(conditions),
  observed_since: z.string(),
  changed_at: z.nullable(z.string()),
  changed_after: z.nullable(z.string()),
  flapping: z.boolean(),
});
export type ListedMonitor = z.infer<typeof listedMonitorSchema>;
