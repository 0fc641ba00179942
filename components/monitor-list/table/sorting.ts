import type { SortingState } from '@tanstack/react-table';
import { defaultSort } from '@/lib/client/monitors-url';
import {
  defaultOrderOf,
  type InventorySort,
  inventorySorts,
  type SortOrder,
} from '@/lib/contract/list-layout';

/** The one column whose id is not the name of its sort, which is `attention`. */
const CONDITION = 'condition';

/** The sort of a column; undefined if the server cannot sort by it. */
export function sortOfColumn(id: string | undefined): InventorySort | undefined {
  return inventorySorts.find((sort) => sort === (id === CONDITION ? 'attention' : id));
}

/** The sorting state of the table. @param order null for the default order of the sort */
export function toSortingState(sort: InventorySort | null, order: SortOrder | null): SortingState {
  if (sort === null) return [];
  return [{ id: sort === 'attention' ? CONDITION : sort, desc: (order ?? defaultOrderOf(sort)) === 'desc' }];
}

/** The URL state of the table's sorting; `order` is null if it is the default of the sort. */
export function fromSortingState([first]: SortingState): { sort: InventorySort; order: SortOrder | null } {
  const sort = sortOfColumn(first?.id) ?? defaultSort;
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
  if (columnId === CONDITION) return attentionHints[next];
  return `Sort by ${label.toLowerCase()}, ${next === 'asc' ? 'ascending' : 'descending'}`;
}
