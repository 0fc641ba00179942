export type SortOrder = 'asc' | 'desc';

/**
 * The sort keys of the list with their default order: the newest or the slowest first, otherwise the smallest. `changed`: by the
 * last observed change of the condition. `relevance`: how well a monitor matches the search, then the most urgent first.
 */
const defaultOrders = {
  attention: 'asc',
  name: 'asc',
  type: 'asc',
  target: 'asc',
  interval: 'asc',
  region: 'asc',
  last_check_at: 'desc',
  last_status: 'asc',
  last_response_time_ms: 'desc',
  created_at: 'desc',
  updated_at: 'desc',
  observed_since: 'desc',
  changed: 'desc',
  timeout_ms: 'desc',
  relevance: 'asc',
} as const satisfies Record<string, SortOrder>;

export type InventorySort = keyof typeof defaultOrders;
const isSort = (name: string): name is InventorySort => Object.hasOwn(defaultOrders, name);
export const inventorySorts = Object.keys(defaultOrders).filter(isSort);

export const defaultOrderOf = (sort: InventorySort): SortOrder => defaultOrders[sort];
