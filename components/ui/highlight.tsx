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
  return cutAt(text, findWords(text, wordsOf(search)), from, to).map((piece) =>
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

/**
 * Why the search finds a row by a text that the row does not show: the part of it with the word; nothing when the shown texts
 * have all words that it has.
 *
 * @param props.shown what the row shows
 */
export function Excerpt({ label, text, shown }: { label: string; text: string; shown: string }) {
  const from = excerptStart(text, shown, useContext(SearchContext));
  if (from === null) return null;
  return (
    <span title={`${label}: ${text}`} className="row-excerpt block truncate text-ink-3 text-xs">
      {label}: {from > 0 ? '…' : ''}
      <Highlighted text={text} from={from} />
    </span>
  );
}

/** The characters that an excerpt shows before its first match, at most one word more. */
const BEFORE_MATCH = 8;

/** Where the excerpt of a text begins; null: it has no word of the search that the shown texts do not have. */
export function excerptStart(text: string, shown: string, search: string): number | null {
  const foldedShown = foldText(shown);
  const [first] = findWords(
    text,
    wordsOf(search).filter((word) => !foldedShown.includes(word)),
  );
  return first ? text.lastIndexOf(' ', first.from - BEFORE_MATCH) + 1 : null;
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

/** The words and quoted phrases of a search, folded, also those with a field that is searched as text. */
export function wordsOf(search: string): string[] {
  const parts = foldText(search).matchAll(
    /(?:(?<=^|\s)(?:name|target|description):)?(?:"(?<phrase>[^"]+)"|(?<word>[^\s,;]+))/g,
  );
  return Array.from(parts, ({ groups }) => groups?.phrase ?? groups?.word ?? '');
}

/** The ranges of a text in which words occur, in order; overlapping and adjacent ranges are merged. */
export function findWords(text: string, words: readonly string[]): TextRange[] {
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
