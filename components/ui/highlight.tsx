import { createContext, type ReactNode, useContext, useState } from 'react';
import { foldText } from '@/lib/text/fold-text';

/** The search whose words are marked; empty: none. */
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

/** A range of a text in UTF-16 code units; `to` is exclusive. */
interface TextRange {
  from: number;
  to: number;
}

const BEYOND_ASCII = /\P{ASCII}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The folded text, and for each of its code units the original range; null if they are identical. */
function foldWithOrigins(text: string): { folded: string; origins: readonly TextRange[] | null } {
  if (!BEYOND_ASCII.test(text)) return { folded: text.toLowerCase(), origins: null };
  let folded = '';
  const origins: TextRange[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const part = foldText(segment);
    folded += part;
    for (const _unit of part.split('')) origins.push({ from: index, to: index + segment.length });
  }
  return { folded, origins };
}

/**
 * The ranges of a text in which words and quoted phrases of a search occur, in order; overlapping and adjacent ranges are
 * merged.
 */
export function findWords(text: string, search: string): TextRange[] {
  const parts = foldText(search).matchAll(/"(?<phrase>[^"]+)"|(?<word>[^\s,;]+)/g);
  const words = new Set(Array.from(parts, ({ groups }) => groups?.phrase ?? groups?.word ?? ''));
  const { folded, origins } = foldWithOrigins(text);
  const found: TextRange[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      const last = at + word.length - 1;
      found.push({ from: origins?.[at]?.from ?? at, to: origins?.[last]?.to ?? last + 1 });
    }
  }
  const merged: TextRange[] = [];
  for (const next of found.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && next.from <= last.to) last.to = Math.max(last.to, next.to);
    else merged.push(next);
  }
  return merged;
}

/**
 * Splits a part of a text into matches and the text between them. `at` is the position in the complete text.
 */
export function cutAt(text: string, found: readonly TextRange[], from: number, to: number) {
  const edges = found.flatMap((range) => [range.from, range.to]).filter((at) => from < at && at < to);
  return [from, ...edges].flatMap((at, index) => {
    const isFound = found.some((range) => range.from <= at && at < range.to);
    const piece = text.slice(at, edges[index] ?? to);
    return piece === '' ? [] : [{ text: piece, at, isFound }];
  });
}
