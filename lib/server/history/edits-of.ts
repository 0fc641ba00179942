import 'server-only';
import type { Edits } from '../../contract/changes.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';

/** The settings of the list that have no kind of change of their own. */
const settings = ['name', 'type', 'target', 'port', 'interval', 'regions'] as const;

/**
 * Returns the edited settings of a monitor; null when none was edited. Empty when only `updated_at` has changed, and neither
 * a setting of the list nor the active state or maintenance: then a setting outside the list was edited.
 */
export function editsOf(before: InventoryMonitor, after: InventoryMonitor): Edits | null {
  const edits: Edits = {};
  for (const name of settings) {
    if (isSame(before[name], after[name])) continue;
    edits[name] = { before: before[name], after: after[name] };
  }
  // Its checks were deleted, which happens when it is set up anew.
  if (after.condition === 'pending' && before.condition !== 'pending' && before.condition !== 'inactive') {
    edits.last_status = { before: before.last_status, after: after.last_status };
  }
  if (Object.keys(edits).length > 0) return edits;
  const isExplained =
    before.updated_at === after.updated_at ||
    before.is_active !== after.is_active ||
    before.maintenance_mode !== after.maintenance_mode;
  return isExplained ? null : {};
}

function isSame(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
