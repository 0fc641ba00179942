import type { MonitorList } from '@/lib/contract/responses';

/** The number of monitors of a list; the pagination of a grouped one counts groups. */
export function countOf({ grouped, pagination }: Pick<MonitorList, 'grouped' | 'pagination'>): number {
  return grouped?.monitors ?? pagination.total;
}
