import 'server-only';
import { conditions } from '../../../contract/conditions.ts';
import type { InventorySort, SortOrder } from '../../../contract/list-layout.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** Larger than the milliseconds of the years 0 to 9999, so that the condition outweighs any time of the API. */
const CONDITION_WEIGHT = 2 ** 50;

/** Sort key of `attention`: by condition, then the latest change first, because it has just failed. */
function attentionOf(monitor: InventoryMonitor): number {
  return (conditions.indexOf(monitor.condition) + 1) * CONDITION_WEIGHT - Date.parse(monitor.observed_since);
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
  observed_since: ({ observed_since }) => Date.parse(observed_since),
  changed: ({ changed_at }) => instantOf(changed_at),
  timeout_ms: ({ timeout_ms = null }) => timeout_ms,
};

/**
 * Returns a function that returns the rows in an order. Each order is computed at its first use.
 *
 * @param rows in the order of the snapshot, newest first, which rows with equal keys keep
 */
export function createSorter<Row extends { monitor: InventoryMonitor }>(rows: readonly Row[]) {
  const orders = new Map<string, readonly Row[]>();
  return (sort: InventorySort, order: SortOrder): readonly Row[] => {
    // `relevance` depends on the search. `query.ts` sorts by it on top of this order.
    const column = sort === 'relevance' ? 'attention' : sort;
    const sorted = orders.get(`${column} ${order}`) ?? sortBy(rows, sortKeys[column], order);
    orders.set(`${column} ${order}`, sorted);
    return sorted;
  };
}

/** Nulls are last in both orders. */
function sortBy<Row extends { monitor: InventoryMonitor }>(
  rows: readonly Row[],
  keyOf: (monitor: InventoryMonitor) => string | number | null,
  order: SortOrder,
): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  const keys = rows.map(({ monitor }) => keyOf(monitor));
  const places = placesOf(keys.filter((key) => typeof key === 'string'));
  const keyed = rows.map((row, index) => {
    const key = keys[index] ?? null;
    return { row, key: typeof key === 'string' ? (places.get(key) ?? null) : key };
  });
  keyed.sort(({ key: a }, { key: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b),
  );
  return keyed.map(({ row }) => row);
}

/**
 * Compares texts in natural order: case and accents are ignored, and "node 2" is before "node 10". The locale is fixed,
 * so that all servers sort alike.
 */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the place of each text in natural order. Each distinct text is compared once. */
function placesOf(texts: readonly string[]): ReadonlyMap<string, number> {
  // Sorting by code units is fast. Its order is similar, which halves the number of slow comparisons.
  const distinct = [...new Set(texts)].sort().sort(compare);
  const places = new Map<string, number>();
  let place = 0;
  for (const [index, text] of distinct.entries()) {
    if (compare(distinct[index - 1] ?? text, text) !== 0) place = index;
    places.set(text, place);
  }
  return places;
}
