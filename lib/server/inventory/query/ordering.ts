import 'server-only';

/** Rows (indexes of the snapshot) in both orders of one sort. */
export interface Ordering {
  asc: Uint32Array;
  desc: Uint32Array;
}

/**
 * Sorts rows by a numeric key. NaN represents null and is last in both orders. Rows with equal keys keep the order of
 * the snapshot in both orders: `created_at`, newest first, then UUID.
 */
export function orderByKeys(keys: Float64Array): Ordering {
  const asc = new Uint32Array(keys.length);
  let length = 0;
  for (const [row, key] of keys.entries()) if (!Number.isNaN(key)) asc[length++] = row;
  const withKey = asc.subarray(0, length);
  for (const [row, key] of keys.entries()) if (Number.isNaN(key)) asc[length++] = row;
  withKey.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
  const desc = asc.slice();
  desc.set(reverseGroups(withKey, keys));
  return { asc, desc };
}

/** Reverses the order of the groups of equal keys, and keeps the order within each group. */
function reverseGroups(rows: Uint32Array, keys: Float64Array): Uint32Array {
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
