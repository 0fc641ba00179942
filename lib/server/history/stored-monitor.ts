import 'server-only';
import { z } from 'zod';
import { listedMonitorSchema } from '../../contract/monitor.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';

/** A monitor as it is compared with the next reading. Its last check is only needed to bound the time of a change. */
export function storedMonitor(monitor: InventoryMonitor): string {
  return JSON.stringify(monitor);
}

/** Version 1.0.0 did not know fields that cannot be understood. */
const schema = z.object({ ...listedMonitorSchema.shape, unknown_fields: z.array(z.string()).default([]) });

/** @throws Error (also ZodError, SyntaxError) for anything else */
export function parseStoredMonitor(text: string): InventoryMonitor {
  return schema.parse(JSON.parse(text));
}
