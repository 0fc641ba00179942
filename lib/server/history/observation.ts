import 'server-only';
import type { InventoryMonitor } from '../inventory/compact-row.ts';

/** A monitor as one reading showed it. `seenAt`: the time of the reading, epoch ms. */
export interface SeenMonitor {
  monitor: InventoryMonitor;
  seenAt: number;
}

/** The monitors as they were last seen, by UUID. */
export interface Observation {
  /** The time of the last reading, epoch ms. */
  at: number;
  /** Whether some reading until then was complete, so that a monitor that is not known did not exist then. */
  knowsAll: boolean;
  monitors: ReadonlyMap<string, SeenMonitor>;
}

/** One reading of the list. Monitors that it is known to have missed, and that are only kept, are not part of it. */
export interface ListReading {
  at: number;
  /** Whether it certainly contains every monitor. */
  isComplete: boolean;
  monitors: ReadonlyMap<string, InventoryMonitor>;
}

/** Returns what is known after one more reading. Only a complete one shows that a monitor does not exist any more. */
export function afterReading(previous: Observation | null, reading: ListReading): Observation {
  const { at, isComplete } = reading;
  const seen = new Map<string, SeenMonitor>();
  for (const [uuid, monitor] of reading.monitors) seen.set(uuid, { monitor, seenAt: at });
  if (!isComplete) {
    for (const [uuid, monitor] of previous?.monitors ?? []) if (!seen.has(uuid)) seen.set(uuid, monitor);
  }
  return { at, knowsAll: isComplete || previous?.knowsAll === true, monitors: seen };
}
