import type { SortingState } from '@tanstack/react-table';
import { defaultSort } from '@/lib/client/search-params';
import {
  defaultOrderOf,
  type InventorySort,
  inventorySorts,
  type SortOrder,
} from '@/lib/contract/inventory-sorts';

/** The one column whose id is not the name of its sort. */
const attention = { column: 'condition', sort: 'attention' } as const;

/**
 * Options of a column that the server can sort by. Pressing its heading sorts by the column's own order, then the other
 * way round, then by what needs attention.
 */
export function sortable(sort: InventorySort) {
  return { enableSorting: true, sortDescFirst: defaultOrderOf(sort) === 'desc' };
}

/** The table's state for what the rows are sorted by. */
export function toSortingState(sort: InventorySort | null, order: SortOrder | null): SortingState {
  if (sort === null) return [];
  const id = sort === attention.sort ? attention.column : sort;
  return [{ id, desc: (order ?? defaultOrderOf(sort)) === 'desc' }];
}

/** What the address says for the table's state; `order` is null where it is the sort's own. */
export function fromSortingState([first]: SortingState): { sort: InventorySort; order: SortOrder | null } {
  const name = first?.id === attention.column ? attention.sort : first?.id;
  const sort = inventorySorts.find((candidate) => candidate === name) ?? defaultSort;
  const order = first?.desc ? 'desc' : 'asc';
  return { sort, order: first === undefined || order === defaultOrderOf(sort) ? null : order };
}

const attentionHints = { asc: 'Sort: most urgent first', desc: 'Sort: least urgent first' } as const;

/**
 * What pressing a heading does.
 *
 * @param next the order that pressing it leads to; false when the rows are then no longer sorted by this column
 */
export function sortHint(columnId: string, label: string, next: SortOrder | false): string {
  if (next === false) return attentionHints.asc;
  if (columnId === attention.column) return attentionHints[next];
  return `Sort by ${label.toLowerCase()}, ${next === 'asc' ? 'ascending' : 'descending'}`;
}
