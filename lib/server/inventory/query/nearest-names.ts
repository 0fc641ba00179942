import 'server-only';
import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { foldText } from '../../../text/fold-text.ts';

/** The share of the letters of a word that may differ, and the most letters. Two swapped letters are two that differ. */
const nearly = { fuzzy: 0.3, maxFuzzy: 2 };
/** Names and words that are indexed in one turn of the event loop: a few ms. */
const CHUNK = 500;
/** A name with a lower score than this share of the best score has too little in common with the search. */
const MIN_SHARE = 0.6;

/** Indexes names by their words, without holding the event loop. Finds names in spite of slips in the words. */
export async function indexNames(names: readonly string[]) {
  /** The places in `names` by word. */
  const placesByWord = new Map<string, number[]>();
  for (const [place, name] of names.entries()) {
    for (const word of new Set(wordsOf(name))) {
      const places = placesByWord.get(word);
      if (places) places.push(place);
      else placesByWord.set(word, [place]);
    }
    if (place % CHUNK === CHUNK - 1) await setImmediate();
  }
  const words = new MiniSearch<{ id: string }>({
    fields: ['id'],
    tokenize: (word) => [word],
    processTerm: (word) => word,
  });
  await words.addAllAsync(
    Array.from(placesByWord.keys(), (id) => ({ id })),
    { chunkSize: CHUNK },
  );

  /** How well each name matches. Rare words count more than frequent ones. */
  function scoresOf(typed: readonly string[]): Float64Array {
    const scores = new Float64Array(names.length);
    for (const word of typed) {
      const best = new Float64Array(names.length);
      for (const { id, score } of words.search(word, nearly)) {
        const places = placesByWord.get(id) ?? [];
        const weight = score * Math.log(1 + names.length / places.length);
        for (const place of places) best[place] = Math.max(best[place] ?? 0, weight);
      }
      for (const [place, weight] of best.entries()) scores[place] = (scores[place] ?? 0) + weight;
    }
    return scores;
  }

  /** Returns the names that match best, best first; of equal ones the shortest. @param most how many */
  return (typed: readonly string[], most: number, isAllowed: (name: string) => boolean): string[] => {
    const scores = scoresOf(typed.flatMap(wordsOf));
    const least = MIN_SHARE * scores.reduce((a, b) => Math.max(a, b), 0);
    const found: ScoredName[] = [];
    for (const [place, name] of names.entries()) {
      const scored = { name, score: scores[place] ?? 0 };
      const last = found[most - 1];
      if (scored.score === 0 || scored.score < least || (last && bestFirst(scored, last) >= 0)) continue;
      if (!isAllowed(name)) continue;
      found.push(scored);
      found.sort(bestFirst);
      found.splice(most);
    }
    return found.map(({ name }) => name);
  };
}

interface ScoredName {
  name: string;
  score: number;
}

const bestFirst = (a: ScoredName, b: ScoredName) => b.score - a.score || a.name.length - b.name.length;

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
