import type { MonitorList } from '@/lib/contract/answers';
import { type InventoryQuery, serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { formatInteger } from '@/lib/format';

export const exportFormats = [
  { format: 'csv', label: 'CSV, for spreadsheets' },
  { format: 'json', label: 'JSON, for programs' },
] as const;

/** Where the whole filtered list is to be had as a file, in the order that is shown. */
export function exportAddress(format: 'csv' | 'json', query: InventoryQuery): string {
  const filters = serializeInventoryQuery({ ...query, page: 1, per_page: 25, facets: false });
  return `/api/monitors/export?format=${format}${filters === '' ? '' : `&${filters}`}`;
}

/** Why there is no export yet. */
export function incompleteWords({ read, total }: MonitorList['meta']['inventory']): string {
  return `An export holds the whole list, of which ${formatInteger(read)} of ${formatInteger(total)} monitors have been read so far. It can be made when all are.`;
}
