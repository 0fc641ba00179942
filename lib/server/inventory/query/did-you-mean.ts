import 'server-only';
import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import { MAX_SEARCH_LENGTH } from '../../../contract/query-parameters.ts';
import type { DidYouMean } from '../../../contract/responses.ts';
import { parseSearch, printSearch, type SearchClause } from '../../../contract/search/parse-search.ts';
import { foldText } from '../../../text/fold-text.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { allMatches, type RuleMonitors } from './query.ts';
import { createSearch } from './search.ts';
import { readTerm } from './search-terms.ts';

const SUGGESTIONS_MAX = 3;
/** The words of a search that are compared with names. More words would hold the server for long. */
const WORDS_MAX = 8;

/**
 * Creates a function that suggests monitors for a search that finds nothing: those that check the host of a pasted address,
 * otherwise those with the nearest names. It prefers monitors that the filters do not exclude.
 *
 * The index of the names is built at the first such search, and again when the names have changed.
 */
export function createDidYouMean() {
  let indexed: readonly InventoryMonitor[] = [];
  let names: ReadonlySet<string> = new Set();
  let building = indexNames([]);
  const nearestNames = (monitors: readonly InventoryMonitor[]) => {
    if (monitors === indexed) return building;
    indexed = monitors;
    const current = new Set(monitors.map(({ name }) => name));
    if (current.size !== names.size || [...current].some((name) => !names.has(name))) {
      names = current;
      building = indexNames([...current]);
    }
    return building;
  };

  /**
   * @param query a query that finds nothing
   * @returns null without a suggestion
   */
  return async (
    index: InventoryIndex,
    query: InventoryQuery,
    ruleMonitors: RuleMonitors,
  ): Promise<DidYouMean | null> => {
    const { sort: _sort, q = '', ...filters } = query;
    const { words, others } = divideSearch(q);
    if (words.length === 0) return null;
    // The words are right if they find a monitor that only the filters exclude.
    const search = createSearch(index, q);
    if (index.rows.some((row) => search(row) !== null)) return null;
    const allowed = allMatches(index, { ...filters, q: others }, ruleMonitors);
    const { monitors } = index.snapshot;

    const hosts = words.flatMap((word) => readTerm(word).address?.host ?? []);
    const onHosts = new Set(hosts.flatMap((host) => index.byHost.get(host) ?? []));
    const suggestFrom = async (among: readonly InventoryMonitor[]): Promise<InventoryMonitor[]> => {
      if (hosts.length > 0) {
        const some = new Set(among);
        return [...onHosts].flatMap(({ monitor }) => (some.has(monitor) ? monitor : []));
      }
      const byName = new Map(among.map((monitor) => [monitor.name, monitor]));
      const nearest = await nearestNames(monitors);
      const found = nearest(words, SUGGESTIONS_MAX, (name) => byName.has(name));
      return found.flatMap((name) => byName.get(name) ?? []);
    };
    const within = await suggestFrom(allowed);
    const found = within.length > 0 ? within : await suggestFrom(monitors);
    if (found.length === 0) return null;
    return {
      by: hosts.length > 0 ? 'host' : 'name',
      within_filters: within.length > 0,
      monitors: found.slice(0, SUGGESTIONS_MAX).map(suggestionOf),
    };
  };
}

/** Divides a search into the words that may be misspelt, and a search for all others: fields, alternatives, excluded words. */
function divideSearch(q: string): { words: string[]; others: string } {
  const words: string[] = [];
  const others: SearchClause[] = [];
  for (const clause of parseSearch(q).all ?? []) {
    const [atom] = clause;
    if (clause.length === 1 && atom?.field === null && !atom.isNegated) words.push(atom.text);
    else others.push(clause);
  }
  return { words: words.slice(0, WORDS_MAX), others: printSearch(others) };
}

/** A monitor with a search that finds it: its name, unless that is more than plain words. */
function suggestionOf(monitor: InventoryMonitor): DidYouMean['monitors'][number] {
  const { name, monitor_uuid } = monitor;
  const isPlain = parseSearch(name).all?.every(
    ([atom, ...others]) => others.length === 0 && atom?.field === null && !atom.isNegated && !atom.isQuoted,
  );
  const isSearch = isPlain === true && name.length <= MAX_SEARCH_LENGTH && !/\p{Cc}/u.test(name);
  return { ...monitor, q: isSearch ? name : monitor_uuid };
}

/** The share of the letters of a word that may differ, and the most letters. Two swapped letters are two that differ. */
const nearly = { fuzzy: 0.3, maxFuzzy: 2 };
/** Names and words that are indexed in one turn of the event loop: a few ms. */
const CHUNK = 500;
/** A name with a lower score than this share of the best score has too little in common with the search. */
const MIN_SHARE = 0.6;

/** Indexes names by their words, without holding the event loop. Finds names in spite of slips in the words. */
async function indexNames(names: readonly string[]) {
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
