import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

type Finder = Pick<typeof import('./find-words'), 'cutAt' | 'findWords'>;

// Not in the component, because the compiler does not know dynamic imports.
const loadFinder = (): Promise<Finder> => import('./find-words');

/** The search, and the functions that find its words; null while there is nothing to mark. */
const SearchContext = createContext<{ search: string; finder: Finder } | null>(null);

/**
 * Provides the search for `Highlighted`. The functions that find its words are loaded with the first search (ADR 0042).
 *
 * @param props.search null while the rows belong to the previous search; then its marks stay, because marking
 *   every row shortly before it is replaced would delay the new rows
 */
export function HighlightProvider({ search, children }: { search: string | null; children: ReactNode }) {
  'use memo';
  const [marked, setMarked] = useState(search ?? '');
  if (search !== null && search !== marked) setMarked(search);
  const [finder, setFinder] = useState<Finder | null>(null);
  const hasSearch = marked !== '';
  useEffect(() => {
    if (hasSearch) loadFinder().then(setFinder, () => {});
  }, [hasSearch]);
  return (
    <SearchContext value={hasSearch && finder ? { search: marked, finder } : null}>{children}</SearchContext>
  );
}

/**
 * A text in which the words of the search are marked. A text that is displayed in two parts is passed
 * completely to both, with `from` or `to`, so that a match across both parts is found.
 */
export function Highlighted(props: { text: string; from?: number; to?: number }) {
  const { text, from = 0, to = text.length } = props;
  const marks = useContext(SearchContext);
  if (marks === null) return text.slice(from, to);
  const { search, finder } = marks;
  return finder.cutAt(text, finder.findWords(text, search), from, to).map((piece) =>
    piece.isFound ? (
      <mark
        key={piece.at}
        className="rounded-[2px] bg-[color-mix(in_oklch,var(--accent)_22%,transparent)] text-ink forced-colors:bg-[Mark] forced-colors:text-[MarkText]"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
