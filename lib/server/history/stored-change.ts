import 'server-only';
import type { ChangeKind } from '../../contract/change-kinds.ts';
import type { Edits } from '../../contract/changes.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** Which changes to return: those that match all that is given. Times are epoch ms. */
export interface ChangeQuery {
  since?: number | undefined;
  until?: number | undefined;
  kinds?: ReadonlySet<ChangeKind> | undefined;
  types?: ReadonlySet<string> | undefined;
  regions?: ReadonlySet<string> | undefined;
  /** Folded words that must all occur in name, target, port, region or UUID. */
  words?: readonly string[] | undefined;
  uuid?: string | undefined;
  /** Only changes before this one. */
  before?: number | undefined;
  limit: number;
}

/** A stored change. `sequence` numbers changes in their order; no number is used twice. */
export interface StoredChange {
  sequence: number;
  kind: ChangeKind;
  from: number;
  to: number;
  monitor: Pick<InventoryMonitor, 'monitor_uuid' | 'name' | 'type' | 'target' | 'port' | 'regions'>;
  edits: Edits | null;
  /** How long what the change began or ended has lasted, whole seconds; null: it lasts, or its beginning is not known. */
  lasted: { atLeastS: number; atMostS: number } | null;
}

/** Changes, the newest first. `next`: the sequence number to go on before; null: there are no more. */
export interface ChangePage {
  changes: StoredChange[];
  next: number | null;
}
