import type { InventoryQuery } from '../contract/inventory-query';
import type { Preferences } from '../contract/preferences';

/** The columns of what was observed, as the preferences name them when they are shown. */
const pastColumns: readonly string[] = ['+last_24h', '+availability_7d', '+availability_30d'];

/** Adds to the query of a list what its columns show of the past. Without such a column nobody asks for it. */
export function withPast(query: InventoryQuery, { hiddenColumns }: Preferences): InventoryQuery {
  return hiddenColumns?.some((id) => pastColumns.includes(id)) ? { ...query, history: '1' } : query;
}
