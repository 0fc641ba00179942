import { defaultOrderOf, type InventorySort, type SortOrder } from '@/lib/contract/list-layout';

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
  observed_since: 'Since',
  changed: 'Condition changed',
  timeout_ms: 'Timeout',
  relevance: 'Best match first',
};

/** The labels in reverse order of sorts whose label includes the direction. */
const reversedLabels: Partial<Record<InventorySort, string>> = {
  attention: 'Least urgent first',
  relevance: 'Worst match first',
};

/** The text of each order, for sorts where "ascending" and "descending" would be unclear. */
const orderLabels: Partial<Record<InventorySort, Record<SortOrder, string>>> = {
  interval: { asc: 'shortest interval first', desc: 'longest interval first' },
  last_check_at: { asc: 'oldest check first', desc: 'latest check first' },
  last_response_time_ms: { asc: 'fastest first', desc: 'slowest first' },
  created_at: { asc: 'oldest first', desc: 'newest first' },
  updated_at: { asc: 'longest unedited first', desc: 'last edited first' },
  observed_since: { asc: 'longest in its condition first', desc: 'shortest in its condition first' },
  changed: { asc: 'earliest change first', desc: 'latest change first' },
};

/** The text after "2 of 54" or "54 monitors": ", most urgent first", " by name", " by name, descending", ", fastest first". */
export function sortMessage(sort: InventorySort, order: SortOrder = defaultOrderOf(sort)): string {
  const isReversed = order !== defaultOrderOf(sort);
  const reversed = reversedLabels[sort];
  if (reversed !== undefined) return `, ${(isReversed ? reversed : sortLabels[sort]).toLowerCase()}`;
  const first = orderLabels[sort]?.[order];
  if (first !== undefined) return `, ${first}`;
  const direction = order === 'asc' ? ', ascending' : ', descending';
  return ` by ${sortLabels[sort].toLowerCase()}${isReversed ? direction : ''}`;
}
