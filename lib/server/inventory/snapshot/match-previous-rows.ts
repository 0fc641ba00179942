import 'server-only';
import type { InventoryMonitor } from './compact-row.ts';

/** Rows in upstream's order, with `created_at` of each, epoch ms. */
interface DatedRows {
  monitors: readonly InventoryMonitor[];
  created: Float64Array;
}

/**
 * Returns, for each row, the row of the same monitor in the earlier snapshot, or -1. Both are in the same order, so that
 * one pass over both is sufficient. A monitor whose `created_at` has changed does not match.
 */
export function matchPreviousRows(rows: DatedRows, earlier: DatedRows): Int32Array {
  const previousRows = new Int32Array(rows.monitors.length).fill(-1);
  let candidate = 0;
  for (const [row] of rows.monitors.entries()) {
    while (compare(earlier, candidate, rows, row) < 0) candidate += 1;
    if (compare(earlier, candidate, rows, row) === 0) previousRows[row] = candidate;
  }
  return previousRows;
}

/** Compares two rows in upstream's order. A row beyond the end of its list sorts after all others. */
function compare(a: DatedRows, rowOfA: number, b: DatedRows, rowOfB: number): number {
  const first = a.monitors[rowOfA];
  const second = b.monitors[rowOfB];
  if (!first || !second) return 1;
  const later = (b.created[rowOfB] ?? 0) - (a.created[rowOfA] ?? 0);
  if (later !== 0) return later;
  if (first.monitor_uuid === second.monitor_uuid) return 0;
  return first.monitor_uuid < second.monitor_uuid ? -1 : 1;
}
