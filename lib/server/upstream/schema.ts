import 'server-only';
import { z } from 'zod';
import { boundedText } from './bounded-text.ts';
import type { ReadResult } from './read-result';

/*
 * The wire shapes of the spec's "Monitor", read by one rule: a value that fits the spec passes unchanged, and nothing
 * is ever made up for one that does not.
 * - Enums are any string: unknown values are shown as they came.
 * - Extra fields are dropped.
 * - A field that may be null becomes null when its value is absent or of another type.
 * - Any other broken field makes the whole row malformed. So do `last_check_at` and `last_status`, where null is a
 *   statement ("never checked") and not the absence of one.
 */

const text = z.string().overwrite(boundedText);
const timestamp = z.iso.datetime({ offset: true }).max(40);

const listFields = {
  /** UUID-shaped, any version; the letters' case stays as sent. */
  monitor_uuid: z.guid(),
  name: text,
  type: text,
  target: text,
  port: z.int().nullable().catch(null),
  /** Seconds. */
  interval: z.int(),
  /** Stated to hold exactly one entry; the bound only keeps a row small. */
  regions: z.array(text).max(100),
  maintenance_mode: z.boolean(),
  is_active: z.boolean(),
  last_check_at: timestamp.nullable(),
  last_status: text.nullable(),
  last_response_time_ms: z.int().nullable().catch(null),
  created_at: timestamp,
  updated_at: timestamp,
};

/** One row of the list: 14 fields. */
const wireMonitorSchema = z.object(listFields);

/** One monitor in full: 19 fields. */
const wireDetailSchema = z.object({
  ...listFields,
  description: text.nullable().catch(null),
  http_method: text.nullable().catch(null),
  expected_status_codes: z.array(z.int()).max(1000).nullable().catch(null),
  follow_redirects: z.boolean().nullable().catch(null),
  timeout_ms: z.int().nullable().catch(null),
});

const count = z.int().nonnegative();

const pageBodySchema = z.object({
  /** Ten times what the spec allows in a page: bounds the work that a hostile body can cause. */
  data: z.array(z.unknown()).max(1000),
  pagination: z.object({ page: count, per_page: count, total: count, total_pages: count }),
});

const detailBodySchema = z.object({ data: wireDetailSchema });

export type WireDetail = z.infer<typeof wireDetailSchema>;

/** One page of the list. `dropped` counts the rows that were malformed and left out. */
export interface WirePage {
  monitors: z.infer<typeof wireMonitorSchema>[];
  dropped: number;
  pagination: z.infer<typeof pageBodySchema>['pagination'];
}

/** Reads the body of `GET /v1/monitors`. Malformed rows are left out and counted. */
export function readPage(json: unknown): ReadResult<WirePage> {
  const body = pageBodySchema.safeParse(json);
  if (!body.success) return { ok: false, reason: 'does not have the documented shape' };
  const { data: rows, pagination } = body.data;
  const monitors = rows.flatMap((row) => wireMonitorSchema.safeParse(row).data ?? []);
  return { ok: true, value: { monitors, dropped: rows.length - monitors.length, pagination } };
}

/** Reads the body of `GET /v1/monitors/{monitor_uuid}`. Refused when it is not about the monitor that was asked for. */
export function readDetail(json: unknown, uuid: string): ReadResult<WireDetail> {
  const body = detailBodySchema.safeParse(json);
  if (!body.success) return { ok: false, reason: 'does not have the documented shape' };
  const monitor = body.data.data;
  if (monitor.monitor_uuid.toLowerCase() !== uuid.toLowerCase()) {
    return { ok: false, reason: 'is about another monitor' };
  }
  return { ok: true, value: monitor };
}
