import 'server-only';
import type { InventoryFilters, InventoryQuery } from '../../contract/inventory-query.ts';
import { facetOfWord } from '../../contract/search/facet-of-word.ts';
import { parseSearch, printSearch, type SearchAtom } from '../../contract/search/parse-search.ts';
import { searchFields } from '../../contract/search/search-fields.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** Returns the UUIDs of the monitors of a view in lower case, whatever their condition: it may have changed since. */
export function uuidsOfView(
  index: InventoryIndex,
  query: InventoryQuery,
  named: ReadonlySet<InventoryMonitor> | null,
): ReadonlySet<string> {
  const monitors = allMatches(index, withoutCondition(query), named);
  return new Set(monitors.map(({ monitor_uuid }) => monitor_uuid.toLowerCase()));
}

/** Leaves out the filters, and the words of the search, that a monitor matches only for a time: condition and ages. */
export function withoutCondition<T extends InventoryFilters>(query: T) {
  const { condition: _condition, flapping: _flapping, q = '', ...rest } = query;
  const { all } = parseSearch(q);
  // A wrong search stays as it is, so that it is refused.
  const words = all === null ? q : printSearch(all.filter((clause) => !clause.some(isTemporary)));
  return words === '' ? rest : { ...rest, q: words };
}

/** Whether a word is about the condition, the last check or an age. */
function isTemporary(atom: SearchAtom): boolean {
  const facet = facetOfWord(atom)?.facet;
  if (facet === 'condition' || facet === 'flapping') return true;
  if (atom.field === null) return false;
  const field = searchFields[atom.field];
  return 'isAge' in field && field.isAge;
}
