import 'server-only';
import type { InventoryMonitor } from '../inventory/compact-row.ts';

/** A monitor as one reading showed it. `seenAt`: the time of the reading, epoch ms. */
export interface SeenMonitor {
  monitor: InventoryMonitor;
  seenAt: number;
}

/** The monitors as they were last seen, by UUID. */
export interface Observation {
  /** When the last reading began: what it shows was so then or later, epoch ms. */
  at: number;
  /** By when everything until now had happened. Each reading has a later time than the one before. */
  until: number;
  /** The last complete reading (its `at`): a monitor that is not known did not exist then. Null: there was none. */
  completeAt: number | null;
  monitors: ReadonlyMap<string, SeenMonitor>;
}

/** One reading of the list. Monitors that it is known to have missed, and that are only kept, are not part of it. */
export interface ListReading {
  /** The time of its oldest row. */
  at: number;
  /** The time of its newest row, which is later where reading took long. */
  until: number;
  /** Whether it certainly contains every monitor. */
  isComplete: boolean;
  monitors: ReadonlyMap<string, InventoryMonitor>;
}

/** Returns what is known after one more reading. Only a complete one shows that a monitor does not exist any more. */
export function afterReading(previous: Observation | null, reading: ListReading): Observation {
  const { at, until, isComplete } = reading;
  const seen = new Map<string, SeenMonitor>();
  for (const [uuid, monitor] of reading.monitors) seen.set(uuid, { monitor, seenAt: at });
  if (!isComplete) {
    for (const [uuid, monitor] of previous?.monitors ?? []) if (!seen.has(uuid)) seen.set(uuid, monitor);
  }
  return { at, until, completeAt: isComplete ? at : (previous?.completeAt ?? null), monitors: seen };
}
