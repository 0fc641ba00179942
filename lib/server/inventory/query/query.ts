import 'server-only';
import { LRUCache } from 'lru-cache';
import type { InventoryFilters, InventoryQuery } from '../../../contract/inventory-query.ts';
import { defaultOrderOf, type SortOrder } from '../../../contract/inventory-sorts.ts';
import type { DownSummary, SameHost } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { summarizeDown } from './down-summary.ts';
import { countFacets, createFacetFilter, type Facets, MATCH, matchesExcept, NO_MATCH } from './facets.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { createSearch, type Search } from './search.ts';
import { widerSearches } from './search-terms.ts';

/** One page of the matches, and their total. */
export interface QueryResult {
  rows: InventoryMonitor[];
  total: number;
  /** `facets` and `downSummary` are present only when the query requests facets. */
  facets?: Facets;
  downSummary?: DownSummary | null;
  /** Present only when no monitor checks the pasted address, but some monitor checks its host. */
  sameHost?: SameHost;
}

/** Runs a query: filters, search, facets, sorting, paging. A page beyond the end has no rows. */
export function runQuery(index: InventoryIndex, query: InventoryQuery): QueryResult {
  const matches = findCached(index, query);
  const { total, counts } = matches;
  const sameHost = total === 0 ? findSameHost(index, query, matches) : null;
  const skipped = (query.page - 1) * query.per_page;
  const rows =
    skipped < total ? matchesInOrder(index, query, matches, skipped).take(query.per_page).toArray() : [];
  return { rows, total, ...counts, ...(sameHost ? { sameHost } : {}) };
}

/** Generates all matches in the order of the query, ignoring its page. Not affected by a newer index. */
export function allMatches(index: InventoryIndex, query: InventoryQuery): Generator<InventoryMonitor> {
  return matchesInOrder(index, query, find(index, query, false), 0);
}

interface Matches {
  total: number;
  /** `MATCH`, `NO_MATCH`, or the number of the only facet whose filter the row fails. */
  matchOfRow: Uint8Array;
  search: Search | null;
  facetFilter: ReturnType<typeof createFacetFilter>;
  counts: Pick<QueryResult, 'facets' | 'downSummary'>;
}

/** Number of searches whose matches are kept, for other pages and orders of the same list. */
const SEARCHES_MAX = 32;
const found = new WeakMap<InventoryIndex, LRUCache<string, Matches>>();

function findCached(index: InventoryIndex, query: InventoryQuery): Matches {
  const { page, per_page, sort, order, ...filters } = query;
  const cache = found.get(index) ?? new LRUCache({ max: SEARCHES_MAX });
  found.set(index, cache);
  const key = JSON.stringify(filters);
  const matches = cache.get(key) ?? find(index, filters, query.facets);
  cache.set(key, matches);
  return matches;
}

/** @param withFacets whether to count the facets. Then rows that fail the filter of one facet are searched, too. */
function find(index: InventoryIndex, filters: InventoryFilters, withFacets: boolean): Matches {
  const { monitors } = index.snapshot;
  const facetFilter = createFacetFilter(index.facets, filters);
  const search = createSearch(index, filters.q ?? '');
  const matchOfRow = new Uint8Array(monitors.length).fill(NO_MATCH);
  let total = 0;
  for (let row = 0; row < matchOfRow.length; row++) {
    const match = facetFilter(row);
    if (match === NO_MATCH || (match !== MATCH && !withFacets)) continue;
    if (search && !search.finds(row)) continue;
    matchOfRow[row] = match;
    if (match === MATCH) total += 1;
  }
  const inAnyCondition = matchesExcept(matchOfRow, 'condition');
  const counts = withFacets && {
    facets: countFacets(index.facets, matchOfRow),
    downSummary: summarizeDown(monitors.filter((_, row) => inAnyCondition(row))),
  };
  return { total, matchOfRow, search, facetFilter, counts: counts || {} };
}

/** Returns null if the search, which has no hits, has some without filters. */
function findSameHost(
  index: InventoryIndex,
  filters: InventoryFilters,
  { search, facetFilter }: Matches,
): SameHost | null {
  const searches = widerSearches(filters.q ?? '');
  if (searches.length === 0) return null;
  const isHidden = (_: unknown, row: number) => facetFilter(row) !== MATCH && search?.finds(row) === true;
  if (index.snapshot.monitors.some(isHidden)) return null;
  for (const wider of searches) {
    const { total } = find(index, { ...filters, q: wider.q }, false);
    if (total > 0) return { ...wider, total };
  }
  return null;
}

function* matchesInOrder(
  index: InventoryIndex,
  { sort, order }: InventoryQuery,
  matches: Matches,
  skipped: number,
): Generator<InventoryMonitor> {
  const { monitors } = index.snapshot;
  const ordered = sort && index.ordering(sort, order ?? defaultOrderOf(sort));
  const rows = sort === 'relevance' && ordered ? byRelevance(ordered, matches, order) : ordered;
  let toSkip = skipped;
  for (let place = 0; place < (rows ?? monitors).length; place++) {
    const row = rows ? (rows[place] ?? -1) : place;
    if (matches.matchOfRow[row] !== MATCH || toSkip-- > 0) continue;
    const monitor = monitors[row];
    if (monitor) yield monitor;
  }
}

/** Sorts the matches by relevance. Matches of equal relevance, and all matches without a search, keep their order. */
function byRelevance(
  rows: Uint32Array,
  { search, matchOfRow }: Matches,
  order?: SortOrder,
): readonly number[] {
  const rowsOfRank: number[][] = [];
  for (const row of rows) {
    if (matchOfRow[row] !== MATCH) continue;
    const rank = search?.rankOf(row) ?? 0;
    const sameRank = rowsOfRank[rank];
    if (sameRank) sameRank.push(row);
    else rowsOfRank[rank] = [row];
  }
  return (order === 'desc' ? rowsOfRank.reverse() : rowsOfRank).flat();
}
