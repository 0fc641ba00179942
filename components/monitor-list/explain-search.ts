import type { Facets } from '@/lib/contract/responses';
import { parseSearch, type SearchAtom, searchedPart } from '@/lib/contract/search/parse-search';
import { searchFieldNames } from '@/lib/contract/search/search-fields';
import { nearestValue } from './search-assist';

/**
 * The first word of a search that has an unknown field, or an unknown region or type. `meant` is what is nearest to it, and the
 * search with that.
 */
export function unknownWord(q: string, facets: Facets | undefined) {
  for (const atom of parseSearch(q).all?.flat() ?? []) {
    const unknown = atom.field === null ? unknownField(atom) : unknownValue(atom, facets);
    if (unknown === null) continue;
    const { field, value, nearest, word } = unknown;
    const withWord = `${q.slice(0, atom.from)}${atom.isNegated ? '-' : ''}${word}${q.slice(atom.to)}`;
    return { field, value, meant: nearest === undefined ? null : { value: nearest, q: withWord } };
  }
  return null;
}

/**
 * A plain word that looks as if it had a field, of a name that is none: `regoin:fra1`. It was searched as text. A host with a
 * port and a URL are none.
 */
function unknownField({ text, isQuoted }: Extract<SearchAtom, { field: null }>) {
  const [, value = '', rest = ''] = /^([a-z_]+)((?:[<>]=?|:(?!\/\/|\d+$)).+)$/i.exec(text) ?? [];
  if (value === '' || isQuoted) return null;
  const nearest = nearestValue(value, searchFieldNames);
  const word = `${nearest}${rest}`;
  const isWord = nearest !== undefined && parseSearch(word).problem === null;
  return { field: 'field', value, nearest: isWord ? word : undefined, word };
}

/** A value that no monitor has, of a field whose values are all known: region or type. */
function unknownValue(atom: Exclude<SearchAtom, { field: null }>, facets: Facets | undefined) {
  const { field } = atom;
  if ((field !== 'region' && field !== 'type') || facets === undefined || atom.isNegated) return null;
  if (!('value' in atom) || facets[field].has(atom.value)) return null;
  const nearest = nearestValue(atom.value, [...facets[field].keys()]);
  return { field, value: atom.value, nearest, word: `${field}:${nearest}` };
}

/** Why a search found nothing, as far as its text tells. */
export function noSearchMatch(q: string): string {
  const searched = searchedPart(q);
  if (searched !== null) return `No monitor matches ${searched}.`;
  const words = q.trim().split(/\s+/);
  if (words.every((word) => /\w:\/\//.test(word)))
    return `No monitor checks ${words.length === 1 ? 'this address' : 'any of these addresses'}.`;
  const hasField = parseSearch(q)
    .all?.flat()
    .some(({ field }) => field !== null);
  const isOfAddresses = words.length > 1 && !hasField && words.every((word) => /[.:\d]/.test(word));
  if (isOfAddresses || /[,;]/.test(q))
    return 'No monitor matches the whole text. OR separates alternatives; Coverage checks whole lists of addresses.';
  if (words.length > 1) return 'No monitor matches all of these words.';
  return 'No monitor has this name, target, port, region, description, type, condition or UUID.';
}
