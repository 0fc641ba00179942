import 'server-only';
import type { ChangeKind, Edits } from '../../contract/changes.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import type { FleetSlot } from './fleet.ts';
import type { ObservedChange } from './monitor-changes.ts';
import type { SeenMonitor } from './observation.ts';
import type { Slot } from './slot.ts';

/** What the recorder needs to go on after a restart. Times are epoch ms. */
export interface Recorded {
  /** The times of the last recorded reading, see `Observation`. */
  at: number;
  until: number;
  completeAt: number | null;
  /** The end of the last stored change, which may be of a reading that was not recorded to its end; null: there is none. */
  changedUntil: number | null;
  monitors: Map<string, SeenMonitor>;
  /** The last check that was seen of each monitor. */
  lastChecks: Map<string, number>;
  /** The slot that was being filled, and what was saved of it. */
  openSlot: { at: number; slots: Map<string, Slot> } | null;
}

/** What one reading has shown of some monitors. It is stored as a whole or not at all. */
export interface ReadingBatch {
  /** In the order of the ends of their intervals, also from one batch to the next. */
  changes: readonly ObservedChange[];
  /**
   * The monitors whose known state has changed. `seenAt`: when each was last seen, if it is not part of this reading; null: it
   * is, and of all readings until it is mentioned again.
   */
  known: readonly { monitor: InventoryMonitor; seenAt: number | null }[];
  /** The UUIDs of the monitors that do not exist any more. */
  removed: readonly string[];
}

/** The end of the recording of one reading. */
interface ReadingEnd {
  /** Its times, see `Observation`. */
  at: number;
  until: number;
  completeAt: number | null;
  /** The present slot of the fleet. */
  fleet: FleetSlot;
}

/** What a monitor's slots are stored with. */
export interface SlotEntry {
  uuid: string;
  slot: Slot;
  lastCheck: number | null;
}

/** Which changes to return: those that match all that is given. Times are epoch ms. */
export interface ChangeQuery {
  since?: number;
  until?: number;
  kinds?: ReadonlySet<ChangeKind>;
  types?: ReadonlySet<string>;
  regions?: ReadonlySet<string>;
  /** Folded words that must all occur in name, target, port, region or UUID. */
  words?: readonly string[];
  uuid?: string;
  /** Only changes before this one. */
  before?: number;
  limit: number;
}

/** How long something lasted, whole seconds. */
export interface Lasted {
  atLeastS: number;
  atMostS: number;
}

/** A stored change. `sequence` numbers changes in their order; no number is used twice. */
export interface StoredChange {
  sequence: number;
  kind: ChangeKind;
  from: number;
  to: number;
  monitor: Pick<InventoryMonitor, 'monitor_uuid' | 'name' | 'type' | 'target' | 'port' | 'regions'>;
  edits: Edits | null;
  lasted: Lasted | null;
}

/**
 * What is remembered of changes and slots. All functions throw StoreError; a history that replicas share throws FailureError
 * `shared_state_unreachable` instead while it cannot be reached, and RefusedWriteError.
 */
export interface HistoryStore {
  load(): Promise<Recorded | null>;
  append(batch: ReadingBatch): Promise<void>;
  finish(end: ReadingEnd): Promise<void>;
  /**
   * Corrects what was recorded while the clock was ahead: changes that end after `to` (epoch ms) then end at it, and later
   * slots are deleted. Null: not supported.
   */
  clampTo: ((to: number) => Promise<void>) | null;
  /** Replaces what is stored of a slot. @param at its start, epoch ms */
  saveSlots(at: number, entries: readonly SlotEntry[]): Promise<void>;
  /**
   * Packs a part of the days before that of a time (epoch ms) more tightly. Returns whether there can be more. Nothing else may
   * be written meanwhile, but old data forgotten. Null: nothing is packed.
   */
  packPast: ((before: number) => Promise<boolean>) | null;
  /**
   * Returns matching changes, the newest first. `next`: the sequence number to go on before; null: there are no more. What a
   * reading shows is returned only when it has been recorded to its end.
   */
  changes(query: ChangeQuery): Promise<{ changes: StoredChange[]; next: number | null }>;
  /** The slots of a monitor since a time, the oldest first; null for a monitor that is not remembered. */
  slots(uuid: string, since: number): Promise<{ at: number; slot: Slot }[] | null>;
  /** The slots of the fleet since a time, the oldest first. @param limit only so many; not given: all */
  fleet(since: number, limit?: number): Promise<FleetSlot[]>;
  /**
   * Forgets what is older than a time, a little at a time.
   *
   * @param isShortened whether it should be remembered, but does not fit
   */
  forget(before: number, isShortened?: boolean): Promise<void>;
  /** What was before this time, and should still be remembered, was forgotten because it did not fit; null: nothing. */
  shortenedTo(): number | null;
  /** Bytes in use. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** Returns `shortenedTo` after `forget`. @param earlier before it */
export function shortenedAfter(earlier: number | null, before: number, isShortened: boolean): number | null {
  if (isShortened) return before;
  return earlier !== null && earlier > before ? earlier : null;
}
