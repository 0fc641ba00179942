import 'server-only';
import { z } from 'zod';
import { boundedText } from './bounded-text.ts';
import type { ReadResult } from './read-result';

/*
 * The wire format of the spec's "Monitor". A value that conforms to the spec is kept unchanged, and no value
 * is invented for one that does not.
 * - Enums are strings: unknown values are shown unchanged.
 * - Extra fields are dropped.
 * - A nullable field becomes null when its value is missing or has another type.
 * - Any other invalid field makes the row malformed. That includes `last_check_at` and `last_status`, where
 *   null means "never checked" rather than unknown.
 */

const text = z.string().overwrite(boundedText);
const timestamp = z.iso.datetime({ offset: true }).max(40);

const listFields = {
  /** A UUID of any version, in the letter case in which it was sent. */
  monitor_uuid: z.guid(),
  name: text,
  type: text,
  target: text,
  port: z.int().nullable().catch(null),
  /** Seconds. */
  interval: z.int(),
  /** The spec says exactly one entry; the maximum only bounds the size of a row. */
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
  /** At most ten times the largest page of the spec, which bounds the work that a hostile body can cause. */
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

/** Reads the body of `GET /v1/monitors/{monitor_uuid}`. Rejected when it is about another monitor. */
export function readDetail(json: unknown, uuid: string): ReadResult<WireDetail> {
  const body = detailBodySchema.safeParse(json);
  if (!body.success) return { ok: false, reason: 'does not have the documented shape' };
  const monitor = body.data.data;
  if (monitor.monitor_uuid.toLowerCase() !== uuid.toLowerCase()) {
    return { ok: false, reason: 'is about another monitor' };
  }
  return { ok: true, value: monitor };
}
