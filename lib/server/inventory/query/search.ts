import 'server-only';
import { parseSearch, type SearchAtom } from '../../../contract/search/parse-search.ts';
import { otherConditionNames, type SearchField } from '../../../contract/search/search-fields.ts';
import { foldText } from '../../../text/fold-text.ts';
import type { IndexedMonitor, InventoryIndex } from './inventory-index.ts';
import { matchField } from './match-field.ts';
import { type Address, isSameAddress } from './pasted-address.ts';
import { readTerm, type SearchTerm } from './search-terms.ts';

/** The place where a word matches, best first. */
const IN_NAME = 0;
const IN_TARGET = 1;
const ELSEWHERE = 2;
const IN_UUID = 3;

/** Returns the rank of a monitor that is found, smaller is better: 0 when all words match in the name; null for others. */
type Search = (row: IndexedMonitor) => number | null;

/**
 * Creates a search of the language that `parseSearch` describes. Each word must occur in the name, the target with port, the
 * description, the regions or a status that the spec does not have, or be the monitor's type or condition. A pasted address finds the monitors
 * that check it, in any notation. A text without words finds all monitors.
 *
 * @throws Error for a text with a problem. The API rejects such texts earlier
 */
export function createSearch(index: InventoryIndex, q: string): Search {
  const { all, problem } = parseSearch(q);
  if (problem !== null) throw new Error(`unchecked search: ${problem.message}`);
  const clauses = all.map((any) => {
    const searches = any.map((atom) => searchForAtom(index, atom));
    return (row: IndexedMonitor) => bestOf(searches, row);
  });
  return sumOf(clauses);
}

/** Words with a field and negations always have the best rank, because they match in no place. */
function searchForAtom(index: InventoryIndex, atom: SearchAtom): Search {
  const { field, isNegated } = atom;
  if (field !== null && (atom.comparison !== null || !isPart(field)))
    return unranked(matchField(atom, index));
  const term = readTerm(field === null ? atom.text : atom.value);
  const search = field === null ? searchFor(index, term) : unranked(matchPart(index, term, field));
  if (!isNegated) return search;
  // As with all settings, an unknown description matches neither the word nor its negation.
  const isUnknown = ({ monitor }: IndexedMonitor) =>
    field === 'description' && monitor.description === undefined;
  return unranked((row) => search(row) === null && !isUnknown(row));
}

const unranked = (matches: (row: IndexedMonitor) => boolean): Search => {
  return (row) => (matches(row) ? IN_NAME : null);
};

function bestOf(searches: readonly Search[], row: IndexedMonitor): number | null {
  let best: number | null = null;
  for (const search of searches) {
    const rank = search(row);
    if (rank !== null && (best === null || rank < best)) best = rank;
  }
  return best;
}

/** Returns a search that finds the monitors that all given searches find. */
function sumOf(searches: readonly Search[]): Search {
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

function searchFor(index: InventoryIndex, term: SearchTerm): Search {
  const { text } = term;
  const checks = checkOf(index, term);
  const others = otherPlaces(index, term);
  return (row) => {
    const place = placeOf(row.searchText, text);
    // If some monitor checks exactly the pasted address, texts that merely contain it do not match.
    if (place === IN_NAME || (place !== null && checks === null)) return place;
    if (checks?.(row.address)) return IN_TARGET;
    for (const { rank, matches } of others) if (matches(row)) return rank;
    return null;
  };
}

/** Returns where a word may match besides the texts of a monitor, best first. Most words are none of these. */
function otherPlaces({ facets }: InventoryIndex, { text, uuidPart }: SearchTerm) {
  const places: { rank: number; matches: (row: IndexedMonitor) => boolean }[] = [];
  const types = facets.type.values.filter((type) => foldText(type) === text);
  if (types.length > 0)
    places.push({ rank: ELSEWHERE, matches: ({ monitor }) => types.includes(monitor.type) });
  const condition = otherConditionNames.get(text) ?? text;
  if (facets.condition.values.includes(condition))
    places.push({ rank: ELSEWHERE, matches: ({ monitor }) => monitor.condition === condition });
  if (text === 'maintenance')
    places.push({ rank: ELSEWHERE, matches: ({ monitor }) => monitor.maintenance_mode === true });
  if (text === 'flapping') places.push({ rank: ELSEWHERE, matches: ({ monitor }) => monitor.flapping });
  if (uuidPart !== null)
    places.push({ rank: IN_UUID, matches: ({ uuidDigits }) => uuidDigits.includes(uuidPart) });
  return places;
}

/** The first lines of a search text that are also fields. */
const parts = ['name', 'target', 'description'] as const;
type Part = (typeof parts)[number];
const isPart = (field: SearchField): field is Part => parts.some((part) => part === field);

/** Matches the name, the target or the description alone, the target as `searchFor` does. */
function matchPart(index: InventoryIndex, term: SearchTerm, part: Part) {
  const checks = part === 'target' ? checkOf(index, term) : null;
  if (checks !== null) return ({ address }: IndexedMonitor) => checks(address);
  return ({ searchText }: IndexedMonitor) => {
    let from = 0;
    for (let line = parts.indexOf(part); line > 0; line -= 1) from = searchText.indexOf('\n', from) + 1;
    return isInLine(searchText.indexOf(term.text, from), searchText.indexOf('\n', from));
  };
}

/** Whether a text was found before the end of a line, which is -1 for the last line. */
const isInLine = (position: number, end: number) => position !== -1 && (end === -1 || position < end);

/** Returns whether an address is that of a term, or in its network; null when the term has neither, or no monitor checks it. */
function checkOf(
  { rows, byHost }: InventoryIndex,
  { address, network }: SearchTerm,
): ((checked: Address | null) => boolean) | null {
  if (network !== null) {
    const isIn = (checked: Address | null) => checked?.bits?.startsWith(network) ?? false;
    return rows.some((row) => isIn(row.address)) ? isIn : null;
  }
  if (address === null) return null;
  const isSame = (checked: Address | null) => checked !== null && isSameAddress(address, checked);
  return byHost.get(address.host)?.some((row) => isSame(row.address)) ? isSame : null;
}

/** Returns the place of the first occurrence of a word in a search text. */
function placeOf(searchText: string, word: string): number | null {
  const position = searchText.indexOf(word);
  if (position === -1) return null;
  const endOfName = searchText.indexOf('\n');
  if (position < endOfName) return IN_NAME;
  return isInLine(position, searchText.indexOf('\n', endOfName + 1)) ? IN_TARGET : ELSEWHERE;
}
