import { defaultOrderOf, type InventorySort, type SortOrder } from '@/lib/contract/list-layout';

/** What the list is sorted by, or the text of each order where "ascending" and "descending" would be unclear. */
const sortLabels: Record<InventorySort, string | Record<SortOrder, string>> = {
  attention: { asc: 'most urgent first', desc: 'least urgent first' },
  name: 'name',
  type: 'type',
  target: 'target',
  interval: { asc: 'shortest interval first', desc: 'longest interval first' },
  region: 'region',
  last_check_at: { asc: 'oldest check first', desc: 'latest check first' },
  last_status: 'last status',
  last_response_time_ms: { asc: 'fastest first', desc: 'slowest first' },
  created_at: { asc: 'oldest first', desc: 'newest first' },
  updated_at: { asc: 'longest unedited first', desc: 'last edited first' },
  observed_since: { asc: 'longest in its condition first', desc: 'shortest in its condition first' },
  changed: { asc: 'earliest change first', desc: 'latest change first' },
  timeout_ms: 'timeout',
  relevance: { asc: 'best match first', desc: 'worst match first' },
};

/** The text after "2 of 54" or "54 monitors": ", most urgent first", " by name", " by name, descending", ", fastest first". */
export function sortMessage(sort: InventorySort, order: SortOrder = defaultOrderOf(sort)): string {
  const label = sortLabels[sort];
  if (typeof label !== 'string') return `, ${label[order]}`;
  const direction = order === 'asc' ? ', ascending' : ', descending';
  return ` by ${label}${order === defaultOrderOf(sort) ? '' : direction}`;
}
