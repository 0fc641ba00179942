import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { listedMonitorSchema, monitorSettingsSchema } from '@/lib/contract/monitor';
import { wallTime } from '../../storage/wall-time-schema.ts';
import type { InventoryMonitor, Snapshot } from './snapshot.ts';

/** Records of another version are rejected. */
const VERSION = 5;
/** Small enough that serializing one part does not block the event loop noticeably. */
const ROWS_PER_PART = 500;

/** The maps of `Snapshot`, by UUID, as arrays of entries. */
const headSchema = z.object({
  version: z.literal(VERSION),
  id: z.number(),
  asOf: wallTime,
  beganAt: wallTime,
  readUntil: wallTime,
  missing: z.nullable(
    z.object({ count: z.int().positive(), reason: z.enum(['page_failed', 'malformed_rows', 'moved_rows']) }),
  ),
  missingMonitors: z.array(
    z.tuple([z.string(), z.object({ seenAt: z.number(), complete: z.number(), any: z.number() })]),
  ),
  shownDownAt: z.array(z.tuple([z.string(), wallTime])),
  recentChanges: z.array(z.tuple([z.string(), z.array(wallTime)])),
  earlierSettings: z.array(z.tuple([z.string(), monitorSettingsSchema])).default([]),
  updatedByChecks: z.number().default(0),
  rows: z.number(),
});

/** Generates the parts of the stored record: a head, then rows. */
export function* storedSnapshot(snapshot: Snapshot): Generator<string> {
  const {
    monitors,
    missingMonitors,
    shownDownAt,
    recentChanges,
    earlierSettings,
    clockAhead: _,
    ...head
  } = snapshot;
  const maps = {
    missingMonitors: [...missingMonitors],
    shownDownAt: [...shownDownAt],
    recentChanges: [...recentChanges],
    earlierSettings: [...earlierSettings],
  };
  yield JSON.stringify({ version: VERSION, ...head, ...maps, rows: monitors.length });
  for (let first = 0; first < monitors.length; first += ROWS_PER_PART) {
    yield JSON.stringify(monitors.slice(first, first + ROWS_PER_PART));
  }
}

/**
 * Parses a stored snapshot, in steps, so that a large one does not delay responses.
 *
 * @throws Error (also ZodError, SyntaxError) when the record is not a complete snapshot of this version
 */
export async function parseStoredSnapshot([head = '', ...parts]: readonly string[]): Promise<Snapshot> {
  const { version: _, rows, ...rest } = headSchema.parse(JSON.parse(head));
  const monitors: InventoryMonitor[] = [];
  for (const part of parts) {
    await setImmediate();
    monitors.push(...z.array(listedMonitorSchema).parse(JSON.parse(part)));
  }
  if (monitors.length !== rows) throw new Error('rows are missing');
  return {
    ...{ ...rest, clockAhead: 0, monitors },
    missingMonitors: new Map(rest.missingMonitors),
    shownDownAt: new Map(rest.shownDownAt),
    recentChanges: new Map(rest.recentChanges),
    earlierSettings: new Map(rest.earlierSettings),
  };
}
