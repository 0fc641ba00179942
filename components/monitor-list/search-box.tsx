import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { KeyHint } from '@/components/ui/key-caps';
import { repeatLinkClicksAfter } from '@/components/ui/repeat-link-clicks';
import { isComposing } from '@/components/ui/typed-character';
import { preloadListSchema } from '@/lib/client/queries';
import { SEARCH_DEBOUNCE_MS } from '@/lib/client/search-debounce';
import { shortenPasted } from './shorten-pasted';

/** So long the page waits for an answer before it shows that it waits: most come sooner, and all changes at once. */
const GRACE_MS = 50;
const LONGEST = 100;

/** Milliseconds. @param pressedAt when the last key was pressed, on the page's own clock */
function leftOfDebounce(pressedAt: number): number {
  const gone = performance.now() - pressedAt;
  return gone < 0 ? SEARCH_DEBOUNCE_MS : Math.max(0, SEARCH_DEBOUNCE_MS - gone);
}

interface SearchBoxProps {
  value: string;
  /** Asks for it; returns when the answer is there. */
  onPrepare: (q: string) => Promise<void>;
  onSearch: (q: string) => void;
  /** Whether a value was typed before the last one, and is not what is searched for any more. */
  isOutdated: (q: string) => boolean;
  onLeave: () => void;
  /** Somebody wants to go on from here into the rows that the text finds. */
  onRows: (text: string) => void;
  /** For those who bring the focus here from elsewhere. */
  field: RefObject<HTMLInputElement | null>;
}

/**
 * Search over name, target, region, type and condition, and for pasted addresses. What is typed shows at once; it is asked for
 * a moment later. Enter and ↓ lead into the rows; Escape leaves the field, and the text stays.
 */
export function SearchBox(props: SearchBoxProps) {
  'use memo';
  const { value, onPrepare, onSearch, isOutdated, onLeave, onRows, field } = props;
  const [text, setText] = useState(value);
  /** When the text was last changed, from the key on: what the browser did since is part of the wait. */
  const pressedAt = useRef(0);
  const keyAt = useRef<number | null>(null);
  const [appliedText, setAppliedText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    // Changed by other means than typing (Back, Clear): then the URL decides what stands in the field. When the machine is
    // slow, the router writes an address of a moment ago once more: that is no such change.
    if (value !== appliedText && !isOutdated(value)) {
      setAppliedText(value);
      setText(value);
    }
  }
  const search = useEffectEvent((text: string) => {
    setAppliedText(text);
    onSearch(text);
  });
  const prepare = useEffectEvent((text: string) => onPrepare(text));
  useEffect(() => {
    if (text === appliedText) return;
    let isOver = false;
    // A navigation that begins now would be given up when the search is written.
    let letGo = () => {};
    repeatLinkClicksAfter(
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
    );
    const end = () => {
      isOver = true;
      letGo();
    };
    const show = () => {
      if (!isOver) search(text);
      end();
    };
    const timer = setTimeout(() => {
      setTimeout(show, GRACE_MS);
      prepare(text).then(show);
    }, leftOfDebounce(pressedAt.current));
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [text, appliedText]);
  return (
    <div className="flex h-[30px] min-w-32 flex-1 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-ink-3 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-1 max-sm:h-9 max-sm:min-w-0 sm:max-w-80">
      <Search className={`size-3.5 shrink-0 ${text === '' ? '' : 'max-sm:hidden'}`} />
      <input
        ref={field}
        type="search"
        aria-label="Search monitors"
        placeholder="Search or paste a URL, host or IP"
        maxLength={LONGEST}
        value={text}
        onFocus={preloadListSchema}
        onBlur={onLeave}
        onChange={(event) => {
          pressedAt.current = keyAt.current ?? event.timeStamp;
          keyAt.current = null;
          setText(event.target.value);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (pasted.trim().length <= LONGEST) return;
          event.preventDefault();
          keyAt.current = event.timeStamp;
          pressedAt.current = event.timeStamp;
          const { selectionStart, selectionEnd } = event.currentTarget;
          const before = text.slice(0, selectionStart ?? 0);
          const after = text.slice(selectionEnd ?? 0);
          setText(before + shortenPasted(pasted, LONGEST - before.length - after.length) + after);
        }}
        onKeyDown={(event) => {
          keyAt.current = event.timeStamp;
          if (isComposing(event)) return;
          if (event.key === 'Escape') {
            event.preventDefault();
            event.currentTarget.blur();
          } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            if (text !== appliedText) {
              prepare(text);
              search(text);
            }
            onRows(text);
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
          onClick={() => {
            setText('');
            field.current?.focus();
          }}
          className="-mr-1.5 grid size-6 place-items-center rounded-sm hover:bg-raised hover:text-ink"
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  );
}
