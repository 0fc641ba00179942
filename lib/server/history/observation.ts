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
  /** The time (`at`) of the last reading of which it is certain that a monitor not known did not exist then. Null: none. */
  completeAt: number | null;
  /** Whether the last reading was complete, as far as known. It may have missed a row that moved, but not the next one, too. */
  isComplete: boolean;
  monitors: ReadonlyMap<string, SeenMonitor>;
}
