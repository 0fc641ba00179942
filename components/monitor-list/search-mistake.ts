import { distance } from 'fastest-levenshtein';
import { monitorTypes } from '@/lib/contract/conditions';
import type { Facets } from '@/lib/contract/responses';
import { parseSearch, searchProblem } from '@/lib/contract/search/parse-search';
import {
  freeFields,
  isSearchField,
  otherConditionNames,
  type SearchField,
  searchFieldNames,
  searchFields,
} from '@/lib/contract/search/search-fields';

interface SearchMistake {
  /** What is wrong, without a period. */
  title: string;
  /** The search that may be meant; null: none is near enough. */
  corrected: string | null;
}

/**
 * Returns the first mistake of a search; null: it has none. A mistake is a word that cannot be searched, a region or type that
 * no monitor has, or a word that looks as if it had a field, of a name that is none. Such a word is searched as text, so ask
 * only when a search finds nothing.
 *
 * @param facets the values that monitors have; undefined: not known
 */
export function searchMistake(q: string, facets: Facets | undefined): SearchMistake | null {
  const wrong = wrongWord(q, facets);
  return wrong && { title: wrong.title, corrected: correctedSearch(q, wrong, facets) };
}

/** A hyphen, the name of a field, an operator and a value. A host with a port and a URL are none. */
const WORD = /^(-?)([a-z_]+)([<>]=?|:(?!\/\/))"?(.*?)"?$/i;

/** What the title says before a value that does not exist, by field. Other fields take any value, or a number. */
const unknownValue: ReadonlyMap<string, string> = new Map([
  ['is', 'There is no condition'],
  ['type', 'No monitor has the type'],
  ['region', 'No monitor has the region'],
]);

interface WrongWord {
  from: number;
  to: number;
  title: string;
}

function wrongWord(q: string, facets: Facets | undefined): WrongWord | null {
  const problem = searchProblem(q, facets?.type.keys() ?? []);
  if (problem !== null) {
    const { from, to, message } = problem;
    const [, , name = '', operator, value = ''] = WORD.exec(q.slice(from, to)) ?? [];
    const beginning = operator === ':' && value !== '' ? unknownValue.get(name.toLowerCase()) : undefined;
    return { from, to, title: beginning ? `${beginning} “${value}”` : message };
  }
  for (const atom of parseSearch(q).all?.flat() ?? []) {
    const { from, to, field } = atom;
    const [, , name, , value] = WORD.exec(q.slice(from, to)) ?? [];
    if (field === null && !atom.isQuoted && name !== undefined && value !== '' && !/:\d+$/.test(atom.text))
      return { from, to, title: `There is no field “${name}”` };
    if ((field !== 'region' && field !== 'type') || atom.isNegated || atom.comparison !== null) continue;
    if (facets !== undefined && !facets[field].has(atom.value))
      return { from, to, title: `${unknownValue.get(field)} “${atom.value}”` };
  }
  return null;
}

/** Operators, and what is written in their place. */
const operators: ReadonlyMap<string, string> = new Map([
  ['||', 'OR '],
  ['NOT', '-'],
]);

/** Other names of fields. */
const otherFieldNames: ReadonlyMap<string, SearchField> = new Map([
  ['condition', 'is'],
  ['host', 'target'],
  ['latency', 'response'],
  ['location', 'region'],
  ['protocol', 'type'],
  ['state', 'is'],
  ['status', 'is'],
  ['url', 'target'],
]);

/** Other words for the values of `is`. */
const otherConditions: ReadonlyMap<string, string> = new Map([
  ...otherConditionNames,
  ['broken', 'down'],
  ['disabled', 'inactive'],
  ['failed', 'down'],
  ['failing', 'down'],
  ['late', 'overdue'],
  ['ok', 'up'],
]);

/** Returns the search with another word in place of the wrong one, or without it. */
function correctedSearch(q: string, { from, to }: WrongWord, facets: Facets | undefined): string | null {
  const word = q.slice(from, to);
  const [before, after] = [q.slice(0, from), q.slice(to)];
  if (/^[^"]*"[^"]*$/.test(word)) return `${q}"`;
  const instead = correctionsOf(word, facets).find((other) => wrongWord(other, facets) === null);
  if (instead !== undefined) return before + instead + after;
  const rest = `${before}${operators.get(word) ?? ''}${after.trimStart()}`.trim();
  return rest === '' || parseSearch(rest).problem !== null ? null : rest;
}

/** The words that may be meant by a wrong one, the likeliest first. Some may be wrong, too. */
function correctionsOf(word: string, facets: Facets | undefined): string[] {
  const [, hyphen = '', written = '', operator = '', value = ''] = WORD.exec(word) ?? [];
  const name = written.toLowerCase();
  const known = isSearchField(name) ? name : otherFieldNames.get(name);
  const field = known ?? nearestValue(name, searchFieldNames);
  if (field === undefined || !isSearchField(field)) return [];
  const { example } = searchFields[field];
  const [, usual = ':', unit = ''] = /^[a-z]+([:<>])(?:\d+([a-z]+)$)?/.exec(example) ?? [];
  const near = nearestOfField(field, value, facets) ?? value;
  const corrections = [operator, usual, ':'].flatMap((sign) =>
    [value, value + unit, near].map((other) => `${field}${sign}${/\s/.test(other) ? `"${other}"` : other}`),
  );
  const examples = known === undefined || freeFields.includes(field) ? [] : [example];
  return [...corrections, ...examples].map((other) => hyphen + other);
}

function nearestOfField(field: SearchField, value: string, facets: Facets | undefined): string | undefined {
  if (field === 'type') return nearestValue(value, [...(facets?.type.keys() ?? monitorTypes)], true);
  if (field === 'region') return nearestValue(value, [...(facets?.region.keys() ?? [])], true);
  if (field !== 'is') return undefined;
  const near = nearestValue(value, [...searchFields.is.values, ...otherConditions.keys()]);
  return otherConditions.get(near ?? '') ?? near;
}

/**
 * Returns the value with the fewest different letters in any case.
 *
 * @param isAny whether one equal letter is enough, otherwise at most half of them may differ
 */
export function nearestValue(typed: string, known: readonly string[], isAny = false): string | undefined {
  return known
    .map((value) => ({ value, letters: distance(typed.toLowerCase(), value.toLowerCase()) }))
    .filter(({ value, letters }) => (isAny ? letters < value.length : letters <= value.length / 2))
    .sort((a, b) => a.letters - b.letters)[0]?.value;
}
