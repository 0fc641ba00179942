import { createContext, type ReactNode, useContext, useState } from 'react';
import { cutAt, findWords } from './find-words';

const SearchContext = createContext('');

/**
 * Makes known what was searched for, so that whatever is shown below can mark it.
 *
 * @param search null while what is shown was found by the search before: then its marks stay. To mark every row anew
 *   just before other rows come would hold those up.
 */
export function HighlightProvider({ search, children }: { search: string | null; children: ReactNode }) {
  'use memo';
  const [marked, setMarked] = useState(search ?? '');
  if (search !== null && search !== marked) setMarked(search);
  return <SearchContext value={marked}>{children}</SearchContext>;
}

/**
 * A text with the words that were searched for marked in it. Where a text is shown in two parts, each is given the
 * whole and where it begins or ends, so that a word that lies across both is found.
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
