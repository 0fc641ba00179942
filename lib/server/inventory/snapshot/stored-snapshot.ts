import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { listedMonitorSchema } from '@/lib/contract/monitor';
import { epochTime } from '../../storage/epoch-time.ts';
import type { InventoryMonitor, Snapshot } from './snapshot.ts';

/** Records of another version are rejected. */
const VERSION = 5;
/** Small enough that serializing one part does not block the event loop noticeably. */
const ROWS_PER_PART = 500;

/** Maps are stored as arrays of their entries. */
const mapByUuid = <T>(value: z.core.$ZodType<T>) =>
  z.array(z.tuple([z.string(), value])).transform((entries) => new Map(entries));
const toEntries = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);

const headSchema = z.object({
  version: z.literal(VERSION),
  id: z.number(),
  asOf: epochTime,
  beganAt: epochTime,
  readUntil: epochTime,
  missing: z.nullable(
    z.object({ count: z.int().positive(), reason: z.enum(['page_failed', 'malformed_rows', 'moved_rows']) }),
  ),
  /** `keptMonitors`, under the name that stored snapshots have. */
  missingMonitors: mapByUuid(z.object({ seenAt: z.number(), complete: z.number() })),
  recentChanges: mapByUuid(z.array(epochTime)),
  updatedByChecks: z.number().default(0),
  rows: z.number(),
});

/** Generates the parts of the stored record: a head, then rows. */
export function* storedSnapshot(snapshot: Snapshot): Generator<string> {
  const { monitors, clockAhead: _, keptMonitors: missingMonitors, ...head } = snapshot;
  const record = { version: VERSION, ...head, missingMonitors, rows: monitors.length };
  yield JSON.stringify(record, toEntries);
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
  const { version: _, rows, missingMonitors: keptMonitors, ...rest } = headSchema.parse(JSON.parse(head));
  const monitors: InventoryMonitor[] = [];
  for (const part of parts) {
    await setImmediate();
    monitors.push(...z.array(listedMonitorSchema).parse(JSON.parse(part)));
  }
  if (monitors.length !== rows) throw new Error('rows are missing');
  return { ...rest, keptMonitors, clockAhead: 0, monitors };
}
