import type { MonitorList } from '@/lib/contract/answers';
import { type InventoryQuery, serializeInventoryQuery } from '@/lib/contract/inventory-query';
import { formatInteger } from '@/lib/format';

type Inventory = MonitorList['meta']['inventory'];

export const exportFormats = [
  { format: 'csv', label: 'CSV, for spreadsheets' },
  { format: 'json', label: 'JSON, for programs' },
] as const;

/** Where the whole filtered list is to be had as a file, in the order that is shown. */
export function exportAddress(format: 'csv' | 'json', query: InventoryQuery): string {
  const filters = serializeInventoryQuery({ ...query, page: 1, per_page: 25, facets: false });
  return `/api/monitors/export?format=${format}${filters === '' ? '' : `&${filters}`}`;
}

/** What keeps an export from being made, or from holding everything; null when nothing does. */
export function exportCaveat({ state, read, total, missing }: Inventory): string | null {
  if (missing !== null) {
    const number = `${formatInteger(missing.count)} of ${formatInteger(total)} monitors could not be read.`;
    const kept =
      missing.kept === 0
        ? `The file lacks ${missing.count === 1 ? 'it' : 'them'}`
        : `The file holds ${formatInteger(missing.kept)} of them as read before`;
    return `${number} ${kept}; its name says "incomplete".`;
  }
  if (state === 'complete') return null;
  return `An export holds the whole list, of which ${formatInteger(read)} of ${formatInteger(total)} monitors have been read so far. It can be made when all are.`;
}
