/** What the list can be sorted by. `relevance`: how well a monitor fits the search, then the most urgent first. */
export const inventorySorts = [
  'attention',
  'name',
  'type',
  'target',
  'interval',
  'region',
  'last_check_at',
  'last_status',
  'last_response_time_ms',
  'created_at',
  'updated_at',
  'observed_since',
  'relevance',
] as const;

export type InventorySort = (typeof inventorySorts)[number];
export type SortOrder = 'asc' | 'desc';

/** Of these columns a person wants the newest or the slowest first; of all others the smallest. */
const largestFirst: ReadonlySet<InventorySort> = new Set([
  'last_check_at',
  'last_response_time_ms',
  'created_at',
  'updated_at',
  'observed_since',
]);

/** The order of a sort when none is asked for: the one a person expects of that column. */
export function defaultOrderOf(sort: InventorySort): SortOrder {
  return largestFirst.has(sort) ? 'desc' : 'asc';
}
