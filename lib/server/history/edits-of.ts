import 'server-only';
import type { EditedField, Edits } from '../../contract/changes.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** The settings of the list that have no kind of change of their own. */
const settings = ['name', 'type', 'target', 'port', 'interval', 'regions'] as const;

/** The name of the edit that deletes the checks, and so ends the condition. */
export const DELETED_CHECKS = 'checks' satisfies EditedField;

/**
 * Returns the edited settings of a monitor; null when none was edited, as far as both crawls tell. The result is empty when a
 * setting outside the list was edited: only `updated_at` has changed then.
 */
export function editsOf(before: InventoryMonitor, after: InventoryMonitor): Edits | null {
  const edits: Partial<Record<EditedField, Edits[string]>> = {};
  const areKnown = (name: string) =>
    !before.unknown_fields.includes(name) && !after.unknown_fields.includes(name);
  for (const name of settings) {
    if (!areKnown(name) || isSame(before[name], after[name])) continue;
    edits[name] = { before: before[name], after: after[name] };
  }
  if (after.condition === 'pending' && before.condition !== 'pending' && before.condition !== 'inactive') {
    edits[DELETED_CHECKS] = { before: before.last_status, after: after.last_status };
  }
  if (Object.keys(edits).length > 0) return edits;
  const isExplained =
    before.updated_at === after.updated_at ||
    !areKnown('updated_at') ||
    before.is_active !== after.is_active ||
    before.maintenance_mode !== after.maintenance_mode;
  return isExplained ? null : {};
}

/** Lists are the same when they have the same elements: their order means nothing. */
function isSame(a: unknown, b: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return text(a) === text(b);
}
