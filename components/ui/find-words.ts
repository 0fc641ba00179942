import { foldText } from '@/lib/text/fold-text';

/** A range of a text in UTF-16 code units; `to` is exclusive. */
export interface TextRange {
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
