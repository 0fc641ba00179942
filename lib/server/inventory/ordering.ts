import 'server-only';

/** Row numbers (positions in the snapshot) in both orders of one sort. */
export interface Ordering {
  asc: Uint32Array;
  desc: Uint32Array;
}

/**
 * Orders rows by one number each. NaN stands for null and comes last in both orders. Rows with equal keys keep the
 * order of the snapshot in both orders: `created_at`, newest first, then UUID.
 */
export function orderByKeys(keys: Float64Array): Ordering {
  const asc = new Uint32Array(keys.length);
  let filled = 0;
  for (const [row, key] of keys.entries()) if (!Number.isNaN(key)) asc[filled++] = row;
  const valued = asc.subarray(0, filled);
  for (const [row, key] of keys.entries()) if (Number.isNaN(key)) asc[filled++] = row;
  valued.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  const desc = asc.slice();
  desc.set(groupsReversed(valued, keys));
  return { asc, desc };
}

/** The last group of equal keys first, each group in its own order. */
function groupsReversed(rows: Uint32Array, keys: Float64Array): Uint32Array {
  const reversed = new Uint32Array(rows.length);
  const keyOf = (place: number) => keys[rows[place] ?? -1];
  let end = rows.length;
  for (let start = end - 1; start >= 0; start--) {
    if (start > 0 && keyOf(start - 1) === keyOf(start)) continue;
    reversed.set(rows.subarray(start, end), rows.length - end);
    end = start;
  }
  return reversed;
}
