import type { ClipboardEvent } from 'react';
import { MAX_SEARCH_LENGTH, refanged } from '@/lib/contract/query-parameters';
import type { Facets } from '@/lib/contract/responses';
import {
  changesFields,
  parseChangesSearch,
  searchedPart,
  searchProblem,
} from '@/lib/contract/search/parse-search';
import { searchFieldNames } from '@/lib/contract/search/search-fields';
import { formatInteger } from '@/lib/text/format';
import { completeWord } from './complete-word';
import { searchMistake } from './search-mistake';

/** Examples below an empty field, so that its words are found. */
const hints = ['is:down', 'region:fra1', 'response>500ms', '-staging'];
const hintsOfChanges = ['name:orders', 'type:https', 'region:fra1', '-staging'];

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
  /** The search in the URL. Below the field, the screen explains what is wrong with it. */
  shownSearch: string;
  /** The caret; null while the field does not have the focus. */
  caret: number | null;
  progress: AssistProgress;
  setProgress: (progress: AssistProgress) => void;
  onText: (text: string, caret: number) => void;
  id: string;
}) {
  const { language, text, shownSearch, progress, setProgress, onText, id } = given;
  // A text that replaces a longer one is rendered before its caret is known.
  const caret = given.caret && Math.min(given.caret, text.length);
  const { isChanges, facets } = language;
  const problemOf = (q: string) =>
    isChanges ? parseChangesSearch(q).problem : searchProblem(q, facets?.type.keys() ?? []);
  const problem = problemOf(text);
  const fields = isChanges ? changesFields : searchFieldNames;
  const { options, from, to, isPartial } = completeWord(text, caret ?? 0, fields, facets);
  const isClosed = progress.text === text && progress.isClosed;
  const isOpen = caret !== null && options.length > 0 && !isClosed;
  const index = isOpen && progress.text === text ? progress.index : -1;
  const wrong = isChanges ? '' : text.slice(problem?.from, problem?.to);
  // A word is not reported as wrong while the user types it, unless it has a condition or type that nothing completes.
  const isTyping =
    caret === text.length && problem?.to === text.length && !isClosed && !/^-?(is|type):\w/i.test(wrong);
  const shown = isTyping || isOpen || (text === shownSearch && !isChanges) ? null : problem;
  const accept = (option: { word: string }) => {
    const isField = /[:<>]$/.test(option.word);
    const rest = text.slice(to).trimStart();
    const word = isField ? option.word : `${option.word} `;
    onText(text.slice(0, from) + word + rest, from + word.length);
  };
  const others = text.slice(0, from) + text.slice(to).trimStart();
  const complete = isPartial && isOpen ? others : text;
  const searched = problemOf(complete) === null ? complete : null;
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
            {isChanges ? `${shown.message}.` : mistakeMessage(text, facets)}
          </p>
        ) : null}
      </div>
      {text === '' && caret !== null ? (
        <p
          className={`${popup} pointer-events-none flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-ink-3 text-sm`}
        >
          {(isChanges ? hintsOfChanges : hints).map((hint) => (
            <span key={hint} className="font-mono text-ink-2">
              {hint}
            </span>
          ))}
        </p>
      ) : null}
    </>
  );
  return {
    /** The text without a value that is not complete; null for a text with a wrong word, which is not searched. */
    searched,
    /** The attributes of the field. */
    attributes: {
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': index === -1 ? undefined : `${id}-${index}`,
      'aria-describedby': shown ? `${id}-problem` : undefined,
      'aria-invalid': problem !== null && !isTyping && !isOpen,
      /** Dims the rows, which are those of another search. */
      'data-unsearched': searched === null && text !== shownSearch ? '' : undefined,
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
    /** Called before the text is searched at once. Returns whether it is: the page of the changes ignores a wrong search. */
    commit(): boolean {
      close();
      return problem === null || !isChanges;
    },
    /** The list of completions, or the explanation, below the field. */
    list,
  };
}

function mistakeMessage(text: string, facets: Facets | undefined): string {
  const { title, corrected } = searchMistake(text, facets) ?? { title: '', corrected: null };
  return `${title}.${corrected === null ? '' : ` Did you mean ${corrected}?`}`;
}

/** The most characters of a pasted text that are read. */
const PASTED_MAX = 10_000;

/** Returns the addresses in a text that is too long for a search; null when it is not, or when there are none that fit. */
export function addressesOfLongText(pasted: string): string | null {
  const text = refanged(pasted.trim().replace(/\s+/g, ' '));
  if (text.length <= MAX_SEARCH_LENGTH) return null;
  const searched = searchedPart(text.slice(0, PASTED_MAX));
  return searched !== null && searched.length <= MAX_SEARCH_LENGTH ? searched : null;
}
