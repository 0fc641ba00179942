import type { SortingState } from '@tanstack/react-table';
import { defaultSort } from '@/lib/client/monitors-url';
import {
  defaultOrderOf,
  type InventorySort,
  inventorySorts,
  type SortOrder,
} from '@/lib/contract/inventory-sorts';

/** The one column whose id is not the name of its sort. */
const attention = { column: 'condition', sort: 'attention' } as const;

/**
 * The options of a column that the server can sort by. Pressing its heading sorts in the default direction,
 * then in the opposite one, then resets to the default sort.
 */
export function sortable(sort: InventorySort) {
  return { enableSorting: true, sortDescFirst: defaultOrderOf(sort) === 'desc' };
}

/** The sorting state of the table. @param order null for the default order of the sort */
export function toSortingState(sort: InventorySort | null, order: SortOrder | null): SortingState {
  if (sort === null) return [];
  const id = sort === attention.sort ? attention.column : sort;
  return [{ id, desc: (order ?? defaultOrderOf(sort)) === 'desc' }];
}

/** The URL state of the table's sorting; `order` is null if it is the default of the sort. */
export function fromSortingState([first]: SortingState): { sort: InventorySort; order: SortOrder | null } {
  const name = first?.id === attention.column ? attention.sort : first?.id;
  const sort = inventorySorts.find((candidate) => candidate === name) ?? defaultSort;
  const order = first?.desc ? 'desc' : 'asc';
  return { sort, order: first === undefined || order === defaultOrderOf(sort) ? null : order };
}

const attentionHints = { asc: 'Sort: most urgent first', desc: 'Sort: least urgent first' } as const;

/**
 * The tooltip of a column heading, which describes the effect of pressing it.
 *
 * @param next the next order; false if the rows are then no longer sorted by this column
 */
export function sortHint(columnId: string, label: string, next: SortOrder | false): string {
  if (next === false) return attentionHints.asc;
  if (columnId === attention.column) return attentionHints[next];
  return `Sort by ${label.toLowerCase()}, ${next === 'asc' ? 'ascending' : 'descending'}`;
}
