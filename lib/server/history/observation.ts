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
