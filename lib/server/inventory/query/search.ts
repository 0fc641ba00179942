import 'server-only';
import { foldText } from '../../../text/fold-text.ts';
import type { IndexedMonitor, InventoryIndex } from './inventory-index.ts';
import { type Address, isSameAddress } from './pasted-address.ts';
import { alternativesOf, readSearchTerms, type SearchTerm } from './search-terms.ts';

/** The place where a word matches, best first. */
const IN_NAME = 0;
const IN_TARGET = 1;
const ELSEWHERE = 2;
const IN_UUID = 3;

/** Returns the rank of a monitor that is found, smaller is better: 0 when all words match in the name; null for others. */
type Search = (row: IndexedMonitor) => number | null;

/**
 * Creates a search. In a text that no monitor has as a whole, commas and semicolons separate alternatives, so that a pasted
 * list of hosts finds each of them.
 */
export function createSearch(index: InventoryIndex, q: string): Search {
  const whole = searchForAll(index, q);
  const alternatives = alternativesOf(q);
  if (alternatives.length === 0 || index.rows.some((row) => whole(row) !== null)) return whole;
  const searches = alternatives.map((part) => searchForAll(index, part));
  return (row) => {
    const ranks = searches.flatMap((search) => search(row) ?? []);
    return ranks.length === 0 ? null : Math.min(...ranks);
  };
}

/**
 * Each word must occur in the name, the target with port, the regions or a status that the spec does not
 * have, or be the monitor's type or condition. A pasted address finds the monitors that check it, in any notation. A text
 * without words finds all monitors.
 */
function searchForAll(index: InventoryIndex, q: string): Search {
  // The longest word first, because it usually matches the fewest monitors.
  const terms = readSearchTerms(q).sort((a, b) => b.text.length - a.text.length);
  const searches = terms.map((term) => searchFor(index, term));
  return (row) => {
    let sum = 0;
    for (const search of searches) {
      const rank = search(row);
      if (rank === null) return null;
      sum += rank;
    }
    return sum;
  };
}

function searchFor({ rows, types }: InventoryIndex, term: SearchTerm): Search {
  const { text, uuidPart } = term;
  const checks = checkOf(term);
  const isChecked = checks !== null && rows.some(({ address }) => checks(address));
  const namedTypes = types.filter((type) => foldText(type) === text);
  // The list says "Never checked" of a monitor that is pending.
  const condition = text === 'never' || text === 'checked' ? 'pending' : text;
  return (row) => {
    const { monitor } = row;
    const place = placeOf(row.searchText, text);
    // If some monitor checks exactly the pasted address, texts that merely contain it do not match.
    if (place === IN_NAME || (place !== null && !isChecked)) return place;
    if (isChecked && checks(row.address)) return IN_TARGET;
    if (namedTypes.includes(monitor.type) || monitor.condition === condition) return ELSEWHERE;
    if (text === 'maintenance' && monitor.maintenance_mode === true) return ELSEWHERE;
    if (uuidPart === null) return null;
    return monitor.monitor_uuid.toLowerCase().replaceAll('-', '').includes(uuidPart) ? IN_UUID : null;
  };
}

/** Returns whether an address is that of a term, or in its network; null when the term has neither. */
function checkOf({ address, network }: SearchTerm): ((checked: Address | null) => boolean) | null {
  if (network !== null) return (checked) => checked?.bits?.startsWith(network) ?? false;
  if (address !== null) return (checked) => checked !== null && isSameAddress(address, checked);
  return null;
}

/** Returns the place of the first occurrence of a word in a search text. */
function placeOf(searchText: string, word: string): number | null {
  const position = searchText.indexOf(word);
  if (position === -1) return null;
  const endOfName = searchText.indexOf('\n');
  if (position < endOfName) return IN_NAME;
  const endOfTarget = searchText.indexOf('\n', endOfName + 1);
  return endOfTarget === -1 || position < endOfTarget ? IN_TARGET : ELSEWHERE;
}
