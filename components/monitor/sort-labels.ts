import { defaultOrderOf, type InventorySort, type SortOrder } from '@/lib/contract/inventory-sorts';

/** What each order of the list is called. */
export const sortLabels: Record<InventorySort, string> = {
  attention: 'Most urgent first',
  name: 'Name',
  type: 'Type',
  target: 'Target',
  interval: 'Interval',
  region: 'Region',
  last_check_at: 'Last check',
  last_status: 'Last status',
  last_response_time_ms: 'Response time',
  created_at: 'Created',
  updated_at: 'Updated',
  observed_since: 'Condition change',
  relevance: 'Best match first',
};

/** Orders whose name says which way they go, and what they are called the other way round. */
const reversedLabels: Partial<Record<InventorySort, string>> = {
  attention: 'Least urgent first',
  relevance: 'Worst match first',
};

/** Whether the name of an order says which way it goes, so that nobody is asked which. */
export function hasOneDirection(sort: InventorySort): boolean {
  return sort in reversedLabels;
}

/** What follows "2 of 54" or "54 monitors": ", most urgent first", " by name", " by name, descending". */
export function sortMessage(sort: InventorySort, order: SortOrder = defaultOrderOf(sort)): string {
  const isReversed = order !== defaultOrderOf(sort);
  const reversed = reversedLabels[sort];
  if (reversed !== undefined) return `, ${(isReversed ? reversed : sortLabels[sort]).toLowerCase()}`;
  const direction = order === 'asc' ? ', ascending' : ', descending';
  return ` by ${sortLabels[sort].toLowerCase()}${isReversed ? direction : ''}`;
}
