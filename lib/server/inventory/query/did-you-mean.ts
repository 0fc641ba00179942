import 'server-only';
import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import { MAX_SEARCH_LENGTH } from '../../../contract/query-parameters.ts';
import type { DidYouMean } from '../../../contract/responses.ts';
import { parseSearch, printSearch, type SearchClause } from '../../../contract/search/parse-search.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { indexNames } from './nearest-names.ts';
import { allMatches, type Named } from './query.ts';
import { createSearch } from './search.ts';
import { readTerm, withoutMarkup } from './search-terms.ts';

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
   * @param named the monitors that the rule of the query names; null: the query has no rule
   * @returns null without a suggestion
   */
  return async (index: InventoryIndex, query: InventoryQuery, named: Named): Promise<DidYouMean | null> => {
    const { sort: _sort, q = '', ...filters } = query;
    const { words, others } = divideSearch(q);
    if (words.length === 0) return null;
    // The words are right if they find a monitor that only the filters exclude.
    const search = createSearch(index, q);
    if (index.rows.some((row) => search(row) !== null)) return null;
    const allowed = allMatches(index, { ...filters, q: others }, named);
    const { monitors } = index.snapshot;

    const hosts = words.flatMap((word) => readTerm(word).address?.host ?? []);
    const onHosts = index.rows.filter(({ address }) => address !== null && hosts.includes(address.host));
    const suggestFrom = async (among: readonly InventoryMonitor[]): Promise<InventoryMonitor[]> => {
      if (hosts.length > 0) {
        const some = new Set(among);
        return onHosts.flatMap(({ monitor }) => (some.has(monitor) ? monitor : []));
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
  for (const clause of parseSearch(withoutMarkup(q)).all ?? []) {
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
