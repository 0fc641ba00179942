import 'server-only';
import { z } from 'zod';
import { DAY_MS } from '../../contract/limits.ts';
import type { detailOnlyFieldsSchema, ListFields } from '../../contract/monitor.ts';
import type { ReadResult } from './response-failure';

/*
 * The wire format of the spec's "Monitor". A field whose value does not conform to the spec is unknown, and its name is in
 * `unknown_fields`. Only the UUID is required. Values that an enum of the spec does not have are shown unchanged, and extra
 * fields are dropped. Numbers have limits far beyond those of real monitors, so that every formula can take them.
 */

/** Maximum length of a text from upstream: longer than any name, address or description that a user writes. */
export const TEXT_MAX = 4096;

/**
 * Bounds a string from upstream, so that it can be kept and sent on: at most 4,096 UTF-16 units (a longer
 * string is truncated and ends in an ellipsis), and well-formed (a lone surrogate becomes U+FFFD).
 */
export function boundedText(text: string): string {
  if (text.length <= TEXT_MAX) return text.toWellFormed();
  // A surrogate pair that would be split is removed completely.
  const kept = text.slice(0, TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`.toWellFormed();
}

const text = z.string().overwrite(boundedText);

/** Other forms of ISO 8601: a space for `T`, no zone (the spec says UTC), a zone without colon or minutes. */
const timestampForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*)(?:Z|([+-]\d\d)(?::?(\d\d))?)?$/i;

function toRfc3339(timestamp: string): string {
  return timestamp.replace(timestampForm, (_, date, time, hours?: string, minutes = '00') =>
    hours === undefined ? `${date}T${time}Z` : `${date}T${time}${hours}:${minutes}`,
  );
}

const END_OF_2200 = Date.UTC(2201, 0, 1);
const timestamp = z
  .string()
  .max(40)
  .overwrite(toRfc3339)
  .pipe(z.iso.datetime({ offset: true }))
  .refine((value) => Date.parse(value) >= 0 && Date.parse(value) < END_OF_2200);

/** A UUID of any version, in the letter case in which it was sent. */
const identified = z.looseObject({ monitor_uuid: z.guid() });
type IdentifiedRow = z.infer<typeof identified>;

const known = {
  text,
  nullableText: text.nullable(),
  flag: z.boolean(),
  nullableFlag: z.boolean().nullable(),
  timestamp,
  nullableTimestamp: timestamp.nullable(),
  port: z.int().min(1).max(65_535).nullable(),
  /** Seconds, up to a month. */
  interval: z.int().min(1).max(2_678_400),
  /** The spec says exactly one entry; the maximum only bounds the size of a row. */
  regions: z.array(text).max(100),
  responseTime: z.number().min(0).max(DAY_MS).overwrite(Math.round).nullable(),
  statusCodes: z.array(z.int().min(0).max(999)).max(1000).nullable(),
  timeout: z.int().min(1).max(DAY_MS).nullable(),
};

/** One monitor in full: 19 fields. */
export type WireDetail = ListFields & z.infer<typeof detailOnlyFieldsSchema>;

/** One page of the list. `dropped` counts the rows without a UUID, which are left out. */
export interface WirePage {
  monitors: ListFields[];
  dropped: number;
  pagination: Record<'per_page' | 'total' | 'total_pages', number>;
}

const count = z.int().min(0).max(1_000_000_000);

const pageBodySchema = z.object({
  /** At most ten times the largest page of the spec, which bounds the work that a hostile body can cause. */
  data: z.array(z.unknown()).max(1000),
  pagination: z.object({ per_page: count, total: count, total_pages: count }),
});

/** Reads the body of `GET /v1/monitors`. Rows without a UUID are left out and counted. */
export function readPage(json: unknown): ReadResult<WirePage> {
  const body = pageBodySchema.safeParse(json);
  if (!body.success) return { ok: false, reason: 'does not have the documented shape' };
  const { data: rows, pagination } = body.data;
  const monitors = rows.flatMap((json) => {
    const row = identified.safeParse(json);
    if (!row.success) return [];
    const unknown_fields: string[] = [];
    return { ...listFieldsOf(row.data, createReadField(row.data, unknown_fields)), unknown_fields };
  });
  return { ok: true, value: { monitors, dropped: rows.length - monitors.length, pagination } };
}

/** Reads the body of `GET /v1/monitors/{monitor_uuid}`. Rejected when it is about another monitor. */
export function readDetail(json: unknown, uuid: string): ReadResult<WireDetail> {
  const body = z.object({ data: identified }).safeParse(json);
  if (!body.success) return { ok: false, reason: 'does not have the documented shape' };
  const row = body.data.data;
  if (row.monitor_uuid.toLowerCase() !== uuid.toLowerCase()) {
    return { ok: false, reason: 'is about another monitor' };
  }
  const unknown_fields: string[] = [];
  const field = createReadField(row, unknown_fields);
  const value = {
    ...listFieldsOf(row, field),
    description: field('description', known.nullableText, null),
    http_method: field('http_method', known.nullableText, null),
    expected_status_codes: field('expected_status_codes', known.statusCodes, null),
    follow_redirects: field('follow_redirects', known.nullableFlag, null),
    timeout_ms: field('timeout_ms', known.timeout, null),
    unknown_fields,
  };
  return { ok: true, value };
}

/** Returns the value of a field, or `unknown` for one that is missing or cannot be understood. */
type ReadField = <T, U>(name: string, schema: z.ZodType<T>, unknown: U) => T | U;

/** @param unknownFields receives the names of the fields that are read as unknown */
function createReadField(row: IdentifiedRow, unknownFields: string[]): ReadField {
  return (name, schema, unknown) => {
    const read = schema.safeParse(row[name]);
    if (read.success) return read.data;
    unknownFields.push(name);
    return unknown;
  };
}

/** The 14 fields of the list, in the order of the spec. */
function listFieldsOf(row: IdentifiedRow, field: ReadField): Omit<ListFields, 'unknown_fields'> {
  return {
    monitor_uuid: row.monitor_uuid,
    name: field('name', known.text, ''),
    type: field('type', known.text, 'unknown'),
    target: field('target', known.text, ''),
    port: field('port', known.port, null),
    interval: field('interval', known.interval, null),
    regions: field('regions', known.regions, []),
    maintenance_mode: field('maintenance_mode', known.flag, null),
    is_active: field('is_active', known.flag, null),
    last_check_at: field('last_check_at', known.nullableTimestamp, null),
    last_status: field('last_status', known.nullableText, null),
    last_response_time_ms: field('last_response_time_ms', known.responseTime, null),
    created_at: field('created_at', known.timestamp, null),
    updated_at: field('updated_at', known.timestamp, null),
  };
}
