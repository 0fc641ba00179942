'use client';

import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Between the last key and the question to the server, milliseconds. */
const DEBOUNCE_MS = 80;
const LONGEST = 100;

/** Search over name, target, host:port, region and UUID. What is typed shows at once; it is asked for a moment later. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  if (value !== seen) {
    setSeen(value);
    // Changed by other means than typing (Back, Clear): then the URL decides what stands in the field.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  const search = useEffectEvent((text: string) => {
    setSent(text);
    onSearch(text);
  });
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => search(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return (
    <div className="flex h-[30px] w-64 max-w-full xl:w-80 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-ink-3 focus-within:outline-2 focus-within:outline-accent focus-within:outline-offset-1 max-sm:w-full">
      <Search aria-hidden className="size-3.5 shrink-0" />
      <input
        ref={field}
        type="search"
        aria-label="Search monitors"
        placeholder="Search name, host, port, region"
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-ink text-sm outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed === '' ? null : (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            setTyped('');
            field.current?.focus();
          }}
          className="grid size-5 place-items-center rounded-sm hover:bg-raised hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
