import 'server-only';
import type { EditedField, Edits } from '../../contract/changes.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** The settings of the list that have no kind of change of their own. */
const settings = ['name', 'type', 'target', 'port', 'interval', 'regions'] as const;

/** The name of the edit that deletes the checks, and so ends the condition. */
export const DELETED_CHECKS = 'checks' satisfies EditedField;

/**
 * Returns the edited settings of a monitor; null when none was edited, as far as both readings tell. Empty when only `updated_at` has changed, and neither
 * a setting of the list nor the active state or maintenance: then a setting outside the list was edited.
 */
export function editsOf(before: InventoryMonitor, after: InventoryMonitor): Edits | null {
  const edits: Partial<Record<EditedField, Edits[string]>> = {};
  for (const name of settings) {
    if (isUnknown(before, name) || isUnknown(after, name) || isSame(before[name], after[name])) continue;
    edits[name] = { before: before[name], after: after[name] };
  }
  if (after.condition === 'pending' && before.condition !== 'pending' && before.condition !== 'inactive') {
    edits[DELETED_CHECKS] = { before: before.last_status, after: after.last_status };
  }
  if (Object.keys(edits).length > 0) return edits;
  const isExplained =
    before.updated_at === after.updated_at ||
    isUnknown(before, 'updated_at') ||
    isUnknown(after, 'updated_at') ||
    before.is_active !== after.is_active ||
    before.maintenance_mode !== after.maintenance_mode;
  return isExplained ? null : {};
}

function isUnknown({ unknown_fields }: InventoryMonitor, name: string): boolean {
  return unknown_fields.includes(name);
}

/** Lists are the same when they have the same elements: their order means nothing. */
function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  const [sorted, others] = [a.toSorted(), b.toSorted()];
  return sorted.length === others.length && sorted.every((value, index) => value === others[index]);
}
