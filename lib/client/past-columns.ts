import type { InventoryQuery } from '../contract/inventory-query';
import type { Preferences } from '../contract/preferences';

/** The columns of the history, with the names that the preferences have for shown columns. */
const pastColumns: readonly string[] = ['+last_24h', '+availability_7d', '+availability_30d'];

/** Requests the history of the rows if a shown column needs it. */
export function withPast(query: InventoryQuery, { hiddenColumns, isWide }: Preferences): InventoryQuery {
  const isShown = hiddenColumns === null ? isWide : hiddenColumns.some((id) => pastColumns.includes(id));
  return isShown ? { ...query, history: '1' } : query;
}
