import { flappingRule } from '@/lib/contract/conditions';
import type { Facets } from '@/lib/contract/responses';
import {
  isSearchField,
  otherConditionNames,
  printDuration,
  type SearchField,
  searchFields,
} from '@/lib/contract/search/search-fields';
import { facetOfField } from '@/lib/contract/search/word-filters';

interface Completion {
  /** The completed word, without the space after it. */
  word: string;
  /** What a field is compared with; null for a value. */
  help: string | null;
  /** How many monitors have the value; null: not known. */
  count: number | null;
}

export interface WordCompletions {
  options: readonly Completion[];
  /** The place of the word in the text. */
  from: number;
  to: number;
  /** Whether the word is a value that is not complete, so that a search for it would find nothing. */
  isPartial: boolean;
}

const OPTIONS_MAX = 8;
const none = { options: [], from: 0, to: 0, isPartial: false };

/**
 * Returns what the word at the caret can be completed to: a field while its name is typed, then its values, those that occur
 * most often first.
 *
 * @param fields the fields that this search supports
 * @param facets the counts of the list; undefined: not known
 */
export function completeWord(
  text: string,
  caret: number,
  fields: readonly SearchField[],
  facets: Facets | undefined,
): WordCompletions {
  const [before = ''] = /\S*$/.exec(text.slice(0, caret)) ?? [];
  const [after = ''] = /^\S*/.exec(text.slice(caret)) ?? [];
  const place = { from: caret - before.length, to: caret + after.length };
  const [, hyphen = '', name = '', operator = '', typed = ''] =
    /^(-?)([a-z]+)(:|[<>]=?)?(.*)$/i.exec(before) ?? [];
  const field = name.toLowerCase();
  if (operator === '') {
    if (typed + after !== '' || name === '') return none;
    const ofName = fields
      .filter((candidate) => candidate.startsWith(field))
      .map((candidate) => ({
        word: hyphen + startOf(candidate),
        help: searchFields[candidate].help,
        count: null,
      }));
    const options = [...ofName, ...(fields.includes('is') ? conditionsOf(field, hyphen) : [])];
    return { ...place, options, isPartial: false };
  }
  if (!isSearchField(field) || !fields.includes(field)) return none;
  const values = valuesOf(field, operator, facets);
  const part = typed.toLowerCase();
  const options = values
    .filter(({ value }) => value.toLowerCase().includes(part))
    .toSorted(
      (a, b) =>
        Number(b.value.toLowerCase().startsWith(part)) - Number(a.value.toLowerCase().startsWith(part)) ||
        (b.count ?? 0) - (a.count ?? 0),
    )
    .slice(0, OPTIONS_MAX)
    .map(({ value, count }) => ({ word: `${hyphen}${field}${operator}${quoted(value)}`, help: null, count }));
  const isComplete = values.some(({ value }) => value === typed + after);
  return { ...place, options: isComplete ? [] : options, isPartial: !isComplete && options.length > 0 };
}

/** The field with the operator of its example: "since<". */
const startOf = (field: SearchField) => /^[a-z]+[:<>]/.exec(searchFields[field].example)?.[0] ?? field;

const quoted = (value: string) => (/\s/.test(value) ? `"${value}"` : value);

/** Completes a word without a field to the values of `is` that begin with it, from three letters on. */
function conditionsOf(word: string, hyphen: string): Completion[] {
  if (word.length < 3) return [];
  return searchFields.is.values
    .filter((value) => value.startsWith(otherConditionNames.get(word) ?? word))
    .map((value) => ({
      word: `${hyphen}is:${value}`,
      help: value === 'flapping' ? flappingRule : null,
      // That of the list would be too small: it is searched for the word as it stands.
      count: null,
    }));
}

/** The values of a field that are known, with their counts. */
function valuesOf(
  field: SearchField,
  operator: string,
  facets: Facets | undefined,
): { value: string; count: number | null }[] {
  if (field === 'is') {
    return searchFields.is.values.map((value) => {
      const meant = facetOfField('is', value);
      return { value, count: (meant && facets?.[meant.facet].get(meant.value)) ?? null };
    });
  }
  const facet = operator === ':' ? facetOfField(field, '') : null;
  if (facet === null) return [];
  return [...(facets?.[facet.facet] ?? [])].map(([value, count]) => ({
    value: field === 'timeout' && /^\d+$/.test(value) ? printDuration(Number(value)) : value,
    count,
  }));
}
