/** The sort keys of the list. `changed`: by the last observed change of the condition. `relevance`: how well a monitor matches the search, then the most urgent first. */
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
  'changed',
  'timeout_ms',
  'relevance',
] as const;

export type InventorySort = (typeof inventorySorts)[number];
export type SortOrder = 'asc' | 'desc';

/** These columns show the newest or the slowest first by default; all others the smallest. */
const largestFirst: ReadonlySet<InventorySort> = new Set([
  'last_check_at',
  'last_response_time_ms',
  'created_at',
  'updated_at',
  'observed_since',
  'changed',
  'timeout_ms',
]);

export function defaultOrderOf(sort: InventorySort): SortOrder {
  return largestFirst.has(sort) ? 'desc' : 'asc';
}
