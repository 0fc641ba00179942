import type { InventoryFilters } from '../inventory-query.ts';
import { facetOfWord } from './facet-of-word.ts';
import { parseSearch, printSearch, type SearchAtom } from './parse-search.ts';
import { searchFields } from './search-fields.ts';

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
