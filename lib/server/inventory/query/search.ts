import 'server-only';
import { type Condition, conditions } from '../../../contract/conditions.ts';
import { foldText } from '../../../text/fold-text.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { type Address, isSameAddress } from './pasted-address.ts';
import { readSearchTerms, type SearchTerm } from './search-terms.ts';

/** The place where a word matches, best first. */
const IN_NAME = 0;
const IN_TARGET = 1;
const ELSEWHERE = 2;
const IN_UUID = 3;
const NOWHERE = -1;

/** A search of the rows of an index. */
export interface Search {
  finds(row: number): boolean;
  /** The rank of a matching row, smaller is better: 0 when all words match in the name. */
  rankOf(row: number): number;
}

/**
 * Creates a search. Each word must occur in the name, the target with port, the regions or a status that the spec does not
 * have, or be the row's type or condition. A pasted address finds the monitors that check it, in any notation. Null when the text has no words.
 */
export function createSearch(index: InventoryIndex, q: string): Search | null {
  // The longest word first, because it usually matches the fewest rows.
  const terms = readSearchTerms(q).sort((a, b) => b.text.length - a.text.length);
  const searches = terms.map((term) => searchFor(index, term));
  if (searches.length === 0) return null;
  return {
    finds: (row) => {
      for (const search of searches) if (!search.finds(row)) return false;
      return true;
    },
    rankOf: (row) => searches.reduce((sum, search) => sum + search.rankOf(row), 0),
  };
}

function searchFor(index: InventoryIndex, term: SearchTerm): Search {
  const { searchTexts, addresses, snapshot } = index;
  const { text, uuidPart } = term;
  const checks = checkOf(term);
  const isChecked = checks !== null && addresses.some(checks);
  const isNamed = nameOf(index, text);
  const rankOf = (row: number) => {
    const place = placeOf(searchTexts[row] ?? '', text);
    // If some monitor checks exactly the pasted address, texts that merely contain it do not match.
    if (place === IN_NAME || (place !== NOWHERE && !isChecked)) return place;
    if (isChecked && checks(addresses[row] ?? null)) return IN_TARGET;
    if (isNamed(row)) return ELSEWHERE;
    if (uuidPart !== null && snapshot.monitors[row]?.monitor_uuid.toLowerCase().includes(uuidPart))
      return IN_UUID;
    return NOWHERE;
  };
  // Most rows need not be ranked.
  const finds = (row: number) =>
    (!isChecked && (searchTexts[row] ?? '').includes(text)) || rankOf(row) !== NOWHERE;
  return { finds, rankOf };
}

/** The words that find a condition. */
const conditionWords: Readonly<Record<Condition, readonly string[]>> = {
  down: ['down'],
  overdue: ['overdue'],
  unknown: ['unknown'],
  pending: ['pending', 'never', 'checked'],
  up: ['up'],
  inactive: ['inactive'],
};

/** Returns whether a row has the type or the condition that a folded word names, or is in maintenance. */
function nameOf({ facets, snapshot }: InventoryIndex, word: string): (row: number) => boolean {
  const types = new Set(facets.type.values.filter((type) => foldText(type) === word));
  const named = new Set(conditions.filter((condition) => conditionWords[condition].includes(word)));
  const isMaintenance = word === 'maintenance';
  if (types.size === 0 && named.size === 0 && !isMaintenance) return () => false;
  return (row) => {
    const monitor = snapshot.monitors[row];
    if (monitor === undefined) return false;
    if (types.has(monitor.type) || named.has(monitor.condition)) return true;
    return isMaintenance && monitor.maintenance_mode === true;
  };
}

/** Returns whether the address of a row is that of a term, or in its network; null when the term has neither. */
function checkOf({ address, network }: SearchTerm): ((checked: Address | null) => boolean) | null {
  if (network !== null) return (checked) => checked?.bits?.startsWith(network) ?? false;
  if (address !== null) return (checked) => checked !== null && isSameAddress(address, checked);
  return null;
}

/** Returns the place of the first occurrence of a word in a search text. */
function placeOf(searchText: string, word: string): number {
  const position = searchText.indexOf(word);
  if (position === -1) return NOWHERE;
  const endOfName = searchText.indexOf('\n');
  if (position < endOfName) return IN_NAME;
  const endOfTarget = searchText.indexOf('\n', endOfName + 1);
  return endOfTarget === -1 || position < endOfTarget ? IN_TARGET : ELSEWHERE;
}
