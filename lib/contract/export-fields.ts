import * as z from 'zod/mini';
import { documented, text } from './documented.ts';
import { listedMonitorSchema } from './monitor.ts';

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
  ...(['description', 'http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'] as const),
  'settings_as_of',
  ...(['created_at', 'updated_at', 'unknown_fields'] as const),
] as const satisfies readonly (keyof ExportedMonitor)[];
export type ExportField = (typeof exportFields)[number];

/** A monitor in a file: all fields, or the chosen ones. */
export const exportedMonitorSchema = documented(
  z.partial(
    z.extend(listedMonitorSchema, {
      group: text('The key of its group. Only with group and without in_group.'),
      condition_label: text(
        'The condition in the words of the screens: "Never checked" for pending, "Unknown: degraded" for unknown.',
      ),
      unknown_fields: documented(
        z.array(z.string()),
        'As in the list, and those of the five fields of the detail that are not known.',
      ),
    }),
  ),
  'A monitor in a file, with all fields or those of `column`.',
);
type ExportedMonitor = z.infer<typeof exportedMonitorSchema>;
