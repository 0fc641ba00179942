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

/**
 * The properties that the list can be grouped by. `host` and `domain` are those of the target; `name` is a part of the name.
 */
export const groupings = ['region', 'type', 'host', 'domain', 'name'] as const;

/** The places of the parts of a name between its separators. */
export const nameParts = [
  ...(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const),
  ...(['third_last', 'second_last', 'last'] as const),
];
export type NamePart = (typeof nameParts)[number];

/** How monitors are divided. */
export type Grouping =
  | { by: Exclude<(typeof groupings)[number], 'name'> }
  | { by: 'name'; separator: string; part: NamePart };

/** Maximum number of characters of a separator. */
export const MAX_SEPARATOR = 5;
/** Maximum number of characters of a group's key. Longer keys are cut off. */
export const MAX_GROUP_KEY = 200;

/** The columns of the list in their default order, by the names that views have for them. */
export const columnNames = [
  ...(['condition', 'name', 'observed_since', 'type', 'target', 'region', 'interval'] as const),
  ...(['last_check_at', 'last_response_time_ms', 'changed', 'maintenance_mode', 'last_status'] as const),
  ...(['is_active', 'created_at', 'updated_at', 'monitor_uuid', 'description', 'http_method'] as const),
  ...(['expected_status_codes', 'follow_redirects', 'timeout_ms', 'last_24h'] as const),
  ...(['availability_7d', 'availability_30d'] as const),
];
export type ColumnName = (typeof columnNames)[number];
/** The columns that are shown until the user chooses. In a wide window there is room for `last_24h`, too. */
export const defaultColumns: readonly ColumnName[] = columnNames.slice(0, 9);
