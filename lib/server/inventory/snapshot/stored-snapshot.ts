import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { listedMonitorSchema } from '@/lib/contract/monitor';
import { wallTime } from '../../storage/wall-time-schema.ts';
import type { Snapshot } from './snapshot.ts';

/** Records of another version are rejected. */
const VERSION = 4;
/** Small enough that serializing one part does not block the event loop noticeably. */
const ROWS_PER_PART = 500;

const headSchema = z.object({
  version: z.literal(VERSION),
  id: z.number(),
  asOf: wallTime,
  beganAt: wallTime.optional(),
  readUntil: wallTime.optional(),
  missing: z.nullable(
    z.object({ count: z.int().positive(), reason: z.enum(['page_failed', 'malformed_rows', 'moved_rows']) }),
  ),
  rows: z.number(),
  missingMonitors: z.array(
    z.tuple([z.string(), z.object({ seenAt: z.number(), complete: z.number(), any: z.number() })]),
  ),
});

/**
 * `shown_down_at`: when a snapshot first showed the monitor as down, epoch ms. Missing in records of earlier releases,
 * for which `observed_since` is used. `recent_changes`: see `Snapshot`; it and the fields with a default are missing there, too.
 */
const rowsSchema = z.array(
  z.object({
    ...listedMonitorSchema.shape,
    changed_at: z.string().nullable().default(null),
    changed_after: z.string().nullable().default(null),
    flapping: z.boolean().default(false),
    unknown_fields: z.array(z.string()).default([]),
    shown_down_at: z.optional(wallTime),
    recent_changes: z.array(wallTime).optional(),
  }),
);

/** Generates the parts of the stored record: a head, then rows. */
export function* storedSnapshot(snapshot: Snapshot): Generator<string> {
  const { id, asOf, beganAt, readUntil, missing, monitors, shownDownAt, recentChanges } = snapshot;
  const missingMonitors = [...snapshot.missingMonitors];
  const times = { asOf, beganAt, readUntil };
  yield JSON.stringify({ version: VERSION, id, ...times, missing, rows: monitors.length, missingMonitors });
  for (let first = 0; first < monitors.length; first += ROWS_PER_PART) {
    const part = monitors.slice(first, first + ROWS_PER_PART).map((monitor) => {
      const shown_down_at = shownDownAt.get(monitor.monitor_uuid);
      const recent_changes = recentChanges.get(monitor.monitor_uuid);
      if (shown_down_at === undefined && recent_changes === undefined) return monitor;
      return { ...monitor, shown_down_at, recent_changes };
    });
    yield JSON.stringify(part);
  }
}

type StoredRow = z.infer<typeof rowsSchema>[number];

/**
 * Parses a stored snapshot, in steps, so that a large one does not delay responses.
 *
 * @throws Error (also ZodError, SyntaxError) when the record is not a complete snapshot of this version
 */
export async function parseStoredSnapshot(parts: readonly string[]): Promise<Snapshot> {
  const [head = '', ...rest] = parts;
  const rows: StoredRow[] = [];
  for (const part of rest) {
    await setImmediate();
    rows.push(...parseRows(part));
  }
  return snapshotOf(head, rows);
}

function parseRows(part: string): StoredRow[] {
  return rowsSchema.parse(JSON.parse(part));
}

function snapshotOf(firstPart: string, stored: readonly StoredRow[]): Snapshot {
  const { rows, missingMonitors, version: _version, ...head } = headSchema.parse(JSON.parse(firstPart));
  const { beganAt, readUntil, ...about } = head;
  const shownDownAt = new Map<string, number>();
  const recentChanges = new Map<string, readonly number[]>();
  const monitors = stored.map(({ shown_down_at, recent_changes, ...row }) => {
    if (recent_changes !== undefined) recentChanges.set(row.monitor_uuid, recent_changes);
    if (row.condition === 'down') {
      shownDownAt.set(row.monitor_uuid, shown_down_at ?? Date.parse(row.observed_since));
    }
    return row;
  });
  if (monitors.length !== rows) throw new Error('rows are missing');
  return {
    ...about,
    ...(beganAt === undefined ? {} : { beganAt }),
    ...(readUntil === undefined ? {} : { readUntil }),
    monitors,
    missingMonitors: new Map(missingMonitors),
    shownDownAt,
    recentChanges,
  };
}
