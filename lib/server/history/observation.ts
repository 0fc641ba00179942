import 'server-only';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** A monitor as one reading showed it. `seenAt`: when that reading began, epoch ms: it was so then or later. */
export interface SeenMonitor {
  monitor: InventoryMonitor;
  seenAt: number;
}

/** The times of a reading, epoch ms. */
export interface ReadingTimes {
  /** When it began: what it shows was so then or later. No reading begins before the one before it. */
  at: number;
  /** By when everything had happened that it shows. Each reading has a later time than the one before. */
  until: number;
  /** When the last reading began of which it is certain that a monitor not known did not exist then; null: none. */
  completeAt: number | null;
}

/** The monitors as they were last seen, by UUID. */
export interface Observation extends ReadingTimes {
  /** Whether the reading was complete, as far as known. It may have missed a row that moved, but not the next one, too. */
  isComplete: boolean;
  monitors: ReadonlyMap<string, SeenMonitor>;
}
