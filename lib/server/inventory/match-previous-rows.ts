import 'server-only';
import type { InventoryMonitor } from './compact-row.ts';

/** Rows in upstream's order, with `created_at` of each as epoch milliseconds. */
interface DatedRows {
  monitors: readonly InventoryMonitor[];
  created: Float64Array;
}

/**
 * For each row the row of the earlier snapshot that is the same monitor, or -1. Both stand in the same order, so that
 * one walk along both finds them. A monitor whose `created_at` has changed counts as another one.
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

/** Upstream's order: negative when the first stands before the second. Past its end a list has nothing before others. */
function compare(a: DatedRows, rowOfA: number, b: DatedRows, rowOfB: number): number {
  const first = a.monitors[rowOfA];
  const second = b.monitors[rowOfB];
  if (!first || !second) return 1;
  const later = (b.created[rowOfB] ?? 0) - (a.created[rowOfA] ?? 0);
  if (later !== 0) return later;
  if (first.monitor_uuid === second.monitor_uuid) return 0;
  return first.monitor_uuid < second.monitor_uuid ? -1 : 1;
}
