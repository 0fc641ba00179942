import 'server-only';
import type { InventoryFilters, InventoryQuery } from '../../../contract/inventory-query.ts';
import { defaultOrderOf, type SortOrder } from '../../../contract/inventory-sorts.ts';
import type { DownSummary, SameHost } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/compact-row.ts';
import { summarizeDown } from './down-summary.ts';
import { countFacets, type Facets, failedFacets, failsAtMostOne } from './facets.ts';
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

/** Runs a query on the index: filters, search, facets, sorting, paging. A page beyond the end has no rows. */
export function runQuery(index: InventoryIndex, query: InventoryQuery): QueryResult {
  const matches = find(index, query, query.facets);
  const { total } = matches;
  const sameHost = total === 0 ? findSameHost(index, query, matches) : null;
  return {
    rows: pageOf(index, query, matches),
    total,
    ...(query.facets ? countsOf(index, matches) : {}),
    ...(sameHost ? { sameHost } : {}),
  };
}

function countsOf({ profiles }: InventoryIndex, { rowsByProfile, failed }: Matches) {
  return {
    facets: countFacets(profiles, rowsByProfile, failed),
    downSummary: summarizeDown(profiles, rowsByProfile, failed),
  };
}

/** Returns null if the search, which has no hits, has some without filters. */
function findSameHost(
  index: InventoryIndex,
  filters: InventoryFilters,
  { search, failed }: Matches,
): SameHost | null {
  const searches = widerSearches(filters.q ?? '');
  const isHidden = (profile: number, row: number) => failed[profile] !== 0 && search?.finds(row) === true;
  if (searches.length === 0 || index.profiles.profileOfRow.some(isHidden)) return null;
  for (const wider of searches) {
    const { total } = find(index, { ...filters, q: wider.q }, false);
    if (total > 0) return { ...wider, total };
  }
  return null;
}

/** Generates all matches in the order of the query, ignoring its page. Not affected by a newer index. */
export function allMatches(index: InventoryIndex, query: InventoryQuery): Generator<InventoryMonitor> {
  return matchesInOrder(index, query, find(index, query, false), 0);
}

interface Matches {
  total: number;
  search: Search | null;
  matches(row: number): boolean;
  /** See `failedFacets`. */
  failed: Uint8Array;
  /** Number of rows of each profile that match the search. Without near misses only complete matches count. */
  rowsByProfile: Uint32Array;
}

/** @param includeNearMisses whether to search also rows that fail the filter of one facet, for the facet counts */
function find(index: InventoryIndex, filters: InventoryFilters, includeNearMisses: boolean): Matches {
  const { profiles } = index;
  const failed = failedFacets(profiles, filters);
  const search = createSearch(index, filters.q ?? '');
  if (search === null) {
    const total = profiles.rows.reduce((sum, rows, number) => (failed[number] === 0 ? sum + rows : sum), 0);
    const matches = (row: number) => failed[profiles.profileOfRow[row] ?? -1] === 0;
    return { total, search, matches, failed, rowsByProfile: profiles.rows };
  }
  const rowsByProfile = new Uint32Array(profiles.all.length);
  const hits = new Uint8Array(profiles.profileOfRow.length);
  let total = 0;
  for (const [row, number] of profiles.profileOfRow.entries()) {
    const failures = failed[number] ?? 0;
    if (failures !== 0 && !(includeNearMisses && failsAtMostOne(failures))) continue;
    if (!search.finds(row)) continue;
    rowsByProfile[number] = (rowsByProfile[number] ?? 0) + 1;
    if (failures !== 0) continue;
    hits[row] = 1;
    total += 1;
  }
  return { total, search, matches: (row) => hits[row] === 1, failed, rowsByProfile };
}

function pageOf(index: InventoryIndex, query: InventoryQuery, matches: Matches): InventoryMonitor[] {
  const skipped = (query.page - 1) * query.per_page;
  if (skipped >= matches.total) return [];
  return matchesInOrder(index, query, matches, skipped).take(query.per_page).toArray();
}

function* matchesInOrder(
  index: InventoryIndex,
  { sort, order }: InventoryQuery,
  matches: Matches,
  skipped: number,
): Generator<InventoryMonitor> {
  const { monitors } = index.snapshot;
  const ordered = sort && index.sorter.ordering(sort)[order ?? defaultOrderOf(sort)];
  const rows = sort === 'relevance' && ordered ? byRelevance(ordered, matches, order) : ordered;
  let toSkip = skipped;
  for (let place = 0; place < (rows ?? monitors).length; place++) {
    const row = rows ? (rows[place] ?? -1) : place;
    if (!matches.matches(row) || toSkip-- > 0) continue;
    const monitor = monitors[row];
    if (monitor) yield monitor;
  }
}

/** Sorts the matches by relevance. Matches of equal relevance, and all matches without a search, keep their order. */
function byRelevance(rows: Uint32Array, { search, matches }: Matches, order?: SortOrder): readonly number[] {
  const rowsOfRank: number[][] = [];
  for (const row of rows) {
    if (!matches(row)) continue;
    const rank = search?.rankOf(row) ?? 0;
    const sameRank = rowsOfRank[rank];
    if (sameRank) sameRank.push(row);
    else rowsOfRank[rank] = [row];
  }
  return (order === 'desc' ? rowsOfRank.reverse() : rowsOfRank).flat();
}
