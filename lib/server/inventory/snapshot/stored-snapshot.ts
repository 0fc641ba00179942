import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { listedMonitorSchema } from '@/lib/contract/monitor';
import { wallTime } from '../../storage/wall-time-schema.ts';
import type { InventoryMonitor, Snapshot } from './snapshot.ts';

/** Records of another version are rejected. */
const VERSION = 4;
/** Small enough that serializing one part does not block the event loop noticeably. */
const ROWS_PER_PART = 500;

const headSchema = z.object({
  version: z.literal(VERSION),
  id: z.number(),
  asOf: wallTime,
  /** Earlier releases leave out what is the same as `asOf`. */
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

/** `shown_down_at` and `recent_changes`: see `Snapshot`. */
const rowSchema = z.object({
  ...listedMonitorSchema.shape,
  shown_down_at: wallTime.optional(),
  recent_changes: z.array(wallTime).optional(),
});

/** Generates the parts of the stored record: a head, then rows. */
export function* storedSnapshot(snapshot: Snapshot): Generator<string> {
  const { id, asOf, beganAt, readUntil, missing, monitors, shownDownAt, recentChanges } = snapshot;
  const missingMonitors = [...snapshot.missingMonitors];
  const times = { asOf, beganAt, readUntil };
  yield JSON.stringify({ version: VERSION, id, ...times, missing, rows: monitors.length, missingMonitors });
  for (let first = 0; first < monitors.length; first += ROWS_PER_PART) {
    const part = monitors.slice(first, first + ROWS_PER_PART).map((monitor) => ({
      ...monitor,
      shown_down_at: shownDownAt.get(monitor.monitor_uuid),
      recent_changes: recentChanges.get(monitor.monitor_uuid),
    }));
    yield JSON.stringify(part);
  }
}

/**
 * Parses a stored snapshot, in steps, so that a large one does not delay responses.
 *
 * @throws Error (also ZodError, SyntaxError) when the record is not a complete snapshot of this version
 */
export async function parseStoredSnapshot(parts: readonly string[]): Promise<Snapshot> {
  const [firstPart = '', ...rest] = parts;
  const { rows, missingMonitors, version: _, ...head } = headSchema.parse(JSON.parse(firstPart));
  const monitors: InventoryMonitor[] = [];
  const shownDownAt = new Map<string, number>();
  const recentChanges = new Map<string, readonly number[]>();
  for (const part of rest) {
    await setImmediate();
    for (const { shown_down_at, recent_changes, ...monitor } of z.array(rowSchema).parse(JSON.parse(part))) {
      monitors.push(monitor);
      if (shown_down_at !== undefined) shownDownAt.set(monitor.monitor_uuid, shown_down_at);
      if (recent_changes !== undefined) recentChanges.set(monitor.monitor_uuid, recent_changes);
    }
  }
  if (monitors.length !== rows) throw new Error('rows are missing');
  const { asOf, beganAt = asOf, readUntil = asOf } = head;
  const times = { beganAt, readUntil, clockAhead: 0 };
  return {
    ...head,
    ...times,
    monitors,
    missingMonitors: new Map(missingMonitors),
    shownDownAt,
    recentChanges,
  };
}
