import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { KeyHint } from '@/components/ui/key-caps';
import { isComposing } from '@/components/ui/typed-character';
import { SEARCH_DEBOUNCE_MS } from '@/lib/client/monitors-url';
import { MAX_SEARCH_LENGTH } from '@/lib/contract/query-parameters';
import type { AssistProgress, assistSearch, SearchLanguage } from './search-assist';

/**
 * The search field for name, target, region, type and condition, and for pasted URLs. Searches are debounced.
 * Enter and ↓ move the focus into the rows; Escape removes the focus and keeps the text. While the user types, a wrong word is
 * explained, and not searched.
 */
export function SearchBox(props: {
  label: string;
  placeholder: string;
  value: string;
  /** `isContinued`: whether a text was searched before since the user began to type. */
  onSearch: (q: string, isContinued: boolean) => void;
  /** Called when the user moves from the field into the rows, with the current text. */
  onRows: (text: string) => void;
  language: SearchLanguage;
  /** The input element, for callers that move the focus here. */
  field: RefObject<HTMLInputElement | null>;
}) {
  const { label, placeholder, value, onSearch, onRows, field } = props;
  const [text, setText] = useState(value);
  const [appliedText, setAppliedText] = useState(value);
  /** The text before the user began to type, and those that were searched since; null: the user does not type. */
  const [typed, setTyped] = useState<readonly string[] | null>(null);
  const edit = (edited: string) => {
    // A search may have been added since this was rendered.
    setTyped((before) => before ?? [value]);
    setEntered(false);
    setText(edited);
  };
  const complete = (completed: string, caret: number) => {
    if (completed.length > MAX_SEARCH_LENGTH) return;
    flushSync(() => edit(completed));
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
  };
  const { assist, isLoading, input, leave } = useSearchAssist(
    props.language,
    field,
    { text, shownSearch: value },
    complete,
  );
  /** Whether Enter or ↓ was pressed before the assistant was loaded, which knows whether the text can be searched. */
  const [isEntered, setEntered] = useState(false);
  const searched = assist ? assist.searched : isLoading ? null : text;
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    // The URL was changed otherwise, for example with Back or Clear, so the field is reset to it. On a slow
    // machine the router may show an earlier text again, which is ignored.
    if (value !== appliedText && !typed?.includes(value)) {
      setAppliedText(value);
      setText(value);
    }
  }
  const search = useEffectEvent((text: string) => {
    setAppliedText(text);
    onSearch(text, typed !== null && typed.length > 1);
    setTyped((before) => before && [...before, text]);
  });
  useEffect(() => {
    const end = () => setTyped(null);
    addEventListener('popstate', end);
    return () => removeEventListener('popstate', end);
  }, []);
  useEffect(() => {
    if (searched === null || searched === appliedText) return;
    const timer = setTimeout(() => search(searched), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [searched, appliedText]);
  /** Searches the text at once. Returns whether it could be searched. */
  const searchNow = (): boolean => {
    if (assist && !assist.commit()) return false;
    if (text !== appliedText) search(text);
    return true;
  };
  const goToRows = () => {
    if (searchNow()) onRows(text);
  };
  const goLater = useEffectEvent(() => {
    setEntered(false);
    goToRows();
  });
  useEffect(() => {
    if (isEntered && !isLoading) goLater();
  }, [isEntered, isLoading]);
  return (
    <div className="relative flex h-[30px] min-w-32 flex-1 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-ink-3 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-1 max-sm:h-9 max-sm:min-w-0 xl:min-w-80">
      <Search className={`size-3.5 shrink-0 ${text === '' ? '' : 'max-sm:hidden'}`} />
      <input
        ref={field}
        type="search"
        {...input}
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onBlur={() => {
          // At once, because a link that is clicked next would be aborted by a later change of the URL. A search
          // that was not edited, for example of a saved view, stays as it is.
          if (typed !== null) searchNow();
          setTyped(null);
          setEntered(false);
          leave();
        }}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (assist?.press(event.key)) event.preventDefault();
          else if (event.key === 'Escape') {
            event.preventDefault();
            event.currentTarget.blur();
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            // At once, so that the next key already finds the focus in the rows.
            if (isLoading) setEntered(true);
            else goToRows();
          }
        }}
        className="peer min-w-0 flex-1 bg-transparent text-ellipsis text-ink text-sm outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {text === '' ? (
        <span className="flex peer-focus:hidden max-md:hidden">
          <KeyHint cap="/" />
        </span>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          title="Clear search"
          // The field keeps the focus: leaving it would search its text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            edit('');
            field.current?.focus();
          }}
          className="-mr-1.5 grid size-6 place-items-center rounded-sm hover:bg-raised hover:text-ink"
        >
          <X className="size-3.5" />
        </button>
      )}
      {assist?.list}
    </div>
  );
}

export type { SearchLanguage } from './search-assist';

// Not in the hook, because the compiler does not know dynamic imports.
const loadAssist = () => import('./search-assist').then((file) => file.assistSearch);

/**
 * The assistant of a search field, which knows the language of the search. It is loaded when the field is first focused (ADR
 * 0042); until then a text waits, and without it the server alone checks what is searched.
 *
 * @param onText called with a completed text and its caret
 * @returns `assist` is null until it is loaded; `input` are the props of the field
 */
function useSearchAssist(
  language: SearchLanguage,
  field: RefObject<HTMLInputElement | null>,
  shown: { text: string; shownSearch: string },
  onText: (text: string, caret: number) => void,
) {
  const [assistText, setAssist] = useState<typeof assistSearch | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [progress, setProgress] = useState<AssistProgress>({ text: '', index: -1, isClosed: false });
  const [caret, setCaret] = useState<number | null>(null);
  const id = useId();
  const assist = assistText?.({ language, ...shown, caret, progress, setProgress, onText, id }) ?? null;
  return {
    assist,
    isLoading,
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': false,
      ...assist?.attributes,
      onFocus: () => {
        setCaret(field.current?.selectionStart ?? null);
        if (assistText !== null) return;
        setLoading(true);
        loadAssist()
          .then((loaded) => setAssist(() => loaded))
          .catch(() => {})
          .finally(() => setLoading(false));
      },
      onSelect: () => setCaret(field.current?.selectionStart ?? null),
    } as const,
    leave: () => setCaret(null),
  };
}
