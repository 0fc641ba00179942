import { defaultSort } from '@/lib/client/search-params';
import { defaultOrderOf, inventorySorts, type SortOrder } from '@/lib/contract/inventory-sorts';

/**
 * What pressing a heading does: the column's own order first, then the other way round, then the order people land in.
 *
 * @param by, order what the list is sorted by now
 */
export function sortHint(sort: string, label: string, by: string | null, order: SortOrder | null): string {
  const known = inventorySorts.find((candidate) => candidate === sort);
  if (known === undefined) return `Sort by ${label}`;
  const usual = defaultOrderOf(known);
  const isNow = by === known;
  if (isNow && order !== usual && known !== defaultSort) return attentionWords.asc;
  const next = isNow && order === usual ? opposite[usual] : usual;
  if (known === defaultSort) return attentionWords[next];
  return `Sort by ${label.toLowerCase()}, ${next === 'asc' ? 'ascending' : 'descending'}`;
}

const attentionWords = {
  asc: 'Sort by what needs attention first',
  desc: 'Sort by what needs attention last',
} as const;
const opposite = { asc: 'desc', desc: 'asc' } as const;
