import type { InventorySort } from '@/lib/contract/inventory-sorts';

/** What a list is sorted by, after the word "by". */
export const sortLabels: Record<InventorySort, string> = {
  attention: 'attention',
  name: 'name',
  type: 'type',
  target: 'target',
  interval: 'interval',
  region: 'region',
  last_check_at: 'last check',
  last_status: 'last status',
  last_response_time_ms: 'response time',
  created_at: 'creation',
  updated_at: 'last change',
};
