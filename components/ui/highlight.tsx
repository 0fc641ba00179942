import { createContext, type ReactNode, useContext, useState } from 'react';
import { cutAt, findWords } from './find-words';

const SearchContext = createContext('');

/**
 * Provides the search for `Highlighted`.
 *
 * @param props.search null while the rows belong to the previous search; then its marks stay, because marking
 *   every row shortly before it is replaced would delay the new rows
 */
export function HighlightProvider({ search, children }: { search: string | null; children: ReactNode }) {
  'use memo';
  const [marked, setMarked] = useState(search ?? '');
  if (search !== null && search !== marked) setMarked(search);
  return <SearchContext value={marked}>{children}</SearchContext>;
}

/**
 * A text in which the words of the search are marked. A text that is displayed in two parts is passed
 * completely to both, with `from` or `to`, so that a match across both parts is found.
 */
export function Highlighted(props: { text: string; from?: number; to?: number }) {
  const { text, from = 0, to = text.length } = props;
  const search = useContext(SearchContext);
  if (search === '') return text.slice(from, to);
  return cutAt(text, findWords(text, search), from, to).map((piece) =>
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
