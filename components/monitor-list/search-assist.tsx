import { distance } from 'fastest-levenshtein';
import type { ClipboardEvent } from 'react';
import { flappingRule } from '@/lib/contract/conditions';
import { MAX_SEARCH_LENGTH } from '@/lib/contract/query-parameters';
import type { Facets } from '@/lib/contract/responses';
import {
  changesFields,
  parseChangesSearch,
  parseSearch,
  type SearchProblem,
  searchedPart,
} from '@/lib/contract/search/parse-search';
import {
  isSearchField,
  printDuration,
  type SearchField,
  searchFieldNames,
  searchFields,
} from '@/lib/contract/search/search-fields';
import { facetOfField } from '@/lib/contract/search/search-filters';
import { formatInteger } from '@/lib/text/format';

/** What a search field can complete and check. */
export interface SearchLanguage {
  /** The counts of the values; undefined while unknown. */
  facets: Facets | undefined;
  /** Whether changes are searched, which have fewer fields. */
  isChanges: boolean;
}

/** The state of the completions of a text. */
export interface AssistProgress {
  text: string;
  /** The highlighted completion; -1 without one. */
  index: number;
  /** Whether the list is closed, so that a wrong word is explained even at the end of the text. */
  isClosed: boolean;
}

/** Completes the word at the caret of a search field, and explains a wrong word. Has no state of its own. */
export function assistSearch(given: {
  language: SearchLanguage;
  text: string;
  /** The caret; null while the field does not have the focus. */
  caret: number | null;
  progress: AssistProgress;
  setProgress: (progress: AssistProgress) => void;
  onText: (text: string, caret: number) => void;
  id: string;
}) {
  const { language, text, caret, progress, setProgress, onText, id } = given;
  const { isChanges, facets } = language;
  const parse = isChanges ? parseChangesSearch : parseSearch;
  const { problem } = parse(text);
  const fields = isChanges ? changesFields : searchFieldNames;
  const { options, from, to, isPartial } = completeWord(text, caret ?? 0, fields, facets);
  const isClosed = progress.text === text && progress.isClosed;
  const isOpen = caret !== null && options.length > 0 && !isClosed;
  const index = isOpen && progress.text === text ? progress.index : -1;
  const wrong = isChanges ? '' : text.slice(problem?.from, problem?.to);
  const wrongState = /^-?is:(\w+)$/i.exec(wrong)?.[1];
  // A word is not reported as wrong while the user types it, unless it is a state that nothing completes.
  const isTyping =
    caret === text.length && problem?.to === text.length && !isClosed && wrongState === undefined;
  const shown = isTyping || isOpen ? null : problem;
  const accept = (option: { word: string }) => {
    const isField = /[:<>]$/.test(option.word);
    const rest = text.slice(to).trimStart();
    const word = isField ? option.word : `${option.word} `;
    onText(text.slice(0, from) + word + rest, from + word.length);
  };
  const others = text.slice(0, from) + text.slice(to).trimStart();
  const searched = isPartial && isOpen ? others : text;
  const close = () => setProgress({ text, index: -1, isClosed: true });
  const popup =
    'absolute inset-x-0 top-full z-30 mt-1 min-w-64 rounded-lg border border-line-strong bg-surface shadow-popup';
  const list = (
    <>
      {isOpen ? (
        <div
          id={id}
          role="listbox"
          aria-label="Completions"
          className={`${popup} max-h-80 overflow-y-auto p-1 text-sm`}
        >
          {options.map((option, n) => (
            // Pressing it must not take the focus from the field.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, whose aria-activedescendant names the option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
            <div
              key={option.word}
              id={`${id}-${n}`}
              role="option"
              aria-selected={n === index}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => accept(option)}
              className="flex min-h-7 cursor-default items-center justify-between gap-3 pointer-coarse:min-h-11 rounded-sm px-2 py-1 text-ink hover:bg-raised aria-selected:bg-raised aria-selected:outline-2 aria-selected:outline-accent aria-selected:outline-offset-[-2px]"
            >
              <span className="max-w-3/4 shrink-0 truncate font-mono">{option.word}</span>
              <span className="min-w-0 text-right text-ink-3 text-xs tabular-nums">
                {option.help ?? (option.count === null ? '' : formatInteger(option.count))}
              </span>
            </div>
          ))}
        </div>
      ) : null}
      {/* Out of the flow, so that the gap of an empty element does not move the button that clears the field. */}
      <div role="status" className="absolute inset-x-0 top-full z-30">
        {shown ? (
          <p id={`${id}-problem`} className={`${popup} px-3 py-2 text-ink text-sm [overflow-wrap:anywhere]`}>
            <span className="font-mono">
              {text.slice(0, shown.from)}
              <mark className="rounded-[2px] bg-down-soft text-ink underline decoration-wavy decoration-down underline-offset-4">
                {text.slice(shown.from, shown.to)}
              </mark>
              {text.slice(shown.to)}
            </span>
            <br />
            {messageOf(shown, wrongState)}
          </p>
        ) : null}
      </div>
    </>
  );
  return {
    /** The text without a value that is not complete; null for a text with a wrong word, which is not searched. */
    searched: parse(searched).problem === null ? searched : null,
    /** The attributes of the field. */
    attributes: {
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': index === -1 ? undefined : `${id}-${index}`,
      'aria-describedby': shown ? `${id}-problem` : undefined,
      'aria-invalid': shown !== null,
      /** The field would cut off a long text, and with it the address that is pasted for. */
      onPaste: (event: ClipboardEvent) => {
        const searched = addressesOfLongText(event.clipboardData.getData('text'));
        if (searched === null) return;
        event.preventDefault();
        onText(searched, searched.length);
      },
    },
    /** Handles a key in the field; whether it did. */
    press(key: string): boolean {
      if (!isOpen) return false;
      const option = options[index] ?? (key === 'Tab' && isPartial ? options[0] : undefined);
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step !== undefined) {
        // One place more than options: none is highlighted, and Enter searches.
        const places = options.length + 1;
        setProgress({ text, index: ((index + 1 + step + places) % places) - 1, isClosed: false });
      } else if (key === 'Escape') close();
      else if ((key === 'Enter' || key === 'Tab') && option !== undefined) accept(option);
      else return false;
      return true;
    },
    /** Called before the text is searched at once. Returns whether it can be: not with a wrong word. */
    commit(): boolean {
      close();
      return problem === null;
    },
    /** The list of completions, or the explanation, below the field. */
    list,
  };
}

/** Explains a wrong word. @param state the word after `is:`, when that is what is wrong */
function messageOf({ message }: SearchProblem, state: string | undefined): string {
  const meant = state && nearestValue(state, searchFields.is.values);
  return meant ? `No condition ${state}. Did you mean ${meant}?` : `${message}.`;
}

/** Returns the value with the fewest different letters, unless that is more than half of them. */
export function nearestValue(typed: string, known: readonly string[]): string | undefined {
  return known
    .map((value) => ({ value, letters: distance(typed, value) }))
    .filter(({ value, letters }) => letters <= value.length / 2)
    .sort((a, b) => a.letters - b.letters)[0]?.value;
}

/** The most characters of a pasted text that are read. */
const PASTED_MAX = 10_000;

/** Returns the addresses in a text that is too long for a search; null when it is not, or when there are none that fit. */
export function addressesOfLongText(pasted: string): string | null {
  const text = pasted.trim().replace(/\s+/g, ' ');
  if (text.length <= MAX_SEARCH_LENGTH) return null;
  const searched = searchedPart(text.slice(0, PASTED_MAX));
  return searched !== null && searched.length <= MAX_SEARCH_LENGTH ? searched : null;
}

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
    const options = [...ofName, ...(fields.includes('is') ? statesOf(field, hyphen) : [])];
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

/** A state that has another name elsewhere. */
const otherNames: ReadonlyMap<string, string> = new Map([['paused', 'inactive']]);

/** Completes a word without a field to the states that begin with it, from three letters on. */
function statesOf(word: string, hyphen: string): Completion[] {
  if (word.length < 3) return [];
  return searchFields.is.values
    .filter((value) => value.startsWith(otherNames.get(word) ?? word))
    .map((value) => ({
      word: `${hyphen}is:${value}`,
      help: value === 'flapping' ? flappingRule : 'State',
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
