import 'server-only';
import { conditionSince, conditions } from '../../../contract/conditions.ts';
import type { InventorySort } from '../../../contract/inventory-sorts.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** Rows (indexes of the snapshot) in both orders of one sort. */
interface Ordering {
  asc: Uint32Array;
  desc: Uint32Array;
}

/** Larger than the milliseconds of the years 0 to 9999, so that the condition outweighs any time of the API. */
const CONDITION_WEIGHT = 2 ** 50;

/** Sort key of `attention`: by condition, then the latest change first, because it has just failed. */
function attentionOf(monitor: InventoryMonitor): number {
  return (conditions.indexOf(monitor.condition) + 1) * CONDITION_WEIGHT - Date.parse(conditionSince(monitor));
}

const instantOf = (time: string | null) => (time === null ? null : Date.parse(time));

/** The sort keys. Texts are as shown in the table. */
const sortKeys: Record<
  Exclude<InventorySort, 'relevance'>,
  (monitor: InventoryMonitor) => string | number | null
> = {
  attention: attentionOf,
  name: ({ name }) => name,
  type: ({ type }) => type,
  target: ({ target, port }) => (port === null ? target : `${target}:${port}`),
  interval: ({ interval }) => interval,
  region: ({ regions }) => (regions.length === 0 ? null : regions.join(', ')),
  last_check_at: ({ last_check_at }) => instantOf(last_check_at),
  last_status: ({ last_status }) => last_status,
  last_response_time_ms: ({ last_response_time_ms }) => last_response_time_ms,
  created_at: ({ created_at }) => instantOf(created_at),
  updated_at: ({ updated_at }) => instantOf(updated_at),
  observed_since: (monitor) => Date.parse(conditionSince(monitor)),
  changed: ({ changed_at }) => instantOf(changed_at),
};

/** Returns the orderings of the rows of one snapshot. Each is computed at its first use. */
export function createSorter(monitors: readonly InventoryMonitor[]): (sort: InventorySort) => Ordering {
  const orderings = new Map<InventorySort, Ordering>();
  return (sort) => {
    // `relevance` depends on the search. `query.ts` sorts by it on top of this order.
    const key = sort === 'relevance' ? 'attention' : sort;
    const known = orderings.get(key);
    if (known) return known;
    const keys = numbersOf(monitors.map(sortKeys[key]));
    const ordering = { asc: rowsInOrder(keys, 1), desc: rowsInOrder(keys, -1) };
    orderings.set(key, ordering);
    return ordering;
  };
}

/** Nulls are last in both orders. Rows with equal keys keep the order of the snapshot: newest first, then by UUID. */
function rowsInOrder(keys: readonly (number | null)[], direction: 1 | -1): Uint32Array {
  const directed = Float64Array.from(keys, (key) =>
    key === null ? Number.POSITIVE_INFINITY : key * direction,
  );
  return Uint32Array.from(keys.keys()).sort((a, b) => (directed[a] ?? 0) - (directed[b] ?? 0) || a - b);
}

/**
 * Compares texts in natural order: case and accents are ignored, and "node 2" is before "node 10". The locale is fixed,
 * so that all servers sort alike.
 */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Replaces texts by their ranks, because a collator is slow: each distinct text is sorted once, for both orders. */
function numbersOf(keys: readonly (string | number | null)[]): (number | null)[] {
  const ranks = new Map<string, number>();
  const distinct = [...new Set(keys.filter((key) => typeof key === 'string'))].sort(compare);
  for (const [index, text] of distinct.entries()) {
    const previous = distinct[index - 1];
    const isEqual = previous !== undefined && compare(previous, text) === 0;
    ranks.set(text, isEqual ? (ranks.get(previous) ?? 0) : index);
  }
  return keys.map((key) => (typeof key === 'string' ? (ranks.get(key) ?? null) : key));
}
