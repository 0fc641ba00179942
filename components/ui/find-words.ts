import { foldText } from '@/lib/fold-text';

/** A stretch of a text, in UTF-16 code units, `to` excluded. */
export interface Stretch {
  from: number;
  to: number;
}

const BEYOND_ASCII = /\P{ASCII}/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text folded, and for each of its code units the stretch of the original that it came from. */
function foldWithOrigins(text: string): { folded: string; origins: readonly Stretch[] | null } {
  if (!BEYOND_ASCII.test(text)) return { folded: text.toLowerCase(), origins: null };
  let folded = '';
  const origins: Stretch[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const part = foldText(segment);
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) {
      origins.push({ from: index, to: index + segment.length });
    }
  }
  return { folded, origins };
}

/** Where the words of a search occur in a text, from left to right, none touching another. Any text, any search. */
export function findWords(text: string, search: string): Stretch[] {
  const words = new Set(
    foldText(search)
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  const { folded, origins } = foldWithOrigins(text);
  const found: Stretch[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      const last = at + word.length - 1;
      found.push({ from: origins?.[at]?.from ?? at, to: origins?.[last]?.to ?? last + 1 });
    }
  }
  return merge(found.sort((a, b) => a.from - b.from));
}

function merge(sorted: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last && next.from <= last.to) last.to = Math.max(last.to, next.to);
    else merged.push({ ...next });
  }
  return merged;
}

/** A text cut where a stretch begins or ends, between two places of it: what is found, and what lies around it. */
export function cutAt(
  text: string,
  found: readonly Stretch[],
  from: number,
  to: number,
): { text: string; at: number; isFound: boolean }[] {
  const pieces: { text: string; at: number; isFound: boolean }[] = [];
  const push = (start: number, end: number, isFound: boolean) => {
    if (start < end) pieces.push({ text: text.slice(start, end), at: start, isFound });
  };
  let done = from;
  for (const stretch of found) {
    const start = Math.max(stretch.from, done);
    const end = Math.min(stretch.to, to);
    if (start >= end) continue;
    push(done, start, false);
    push(start, end, true);
    done = end;
  }
  push(done, to, false);
  return pieces;
}
