import 'server-only';
import type { InventoryFilters, InventoryQuery } from '../../contract/inventory-query.ts';
import { defaultOrderOf, type SortOrder } from '../../contract/inventory-sorts.ts';
import type { DownSummary, SameHost } from '../../contract/responses.ts';
import type { InventoryMonitor } from './compact-row.ts';
import { summarizeDown } from './down-summary.ts';
import { countFacets, type Facets, failedFacets, failsAtMostOne } from './facets.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { createSearch, type Search } from './search.ts';
import { widerSearches } from './search-terms.ts';

/** One page of what matches, and how much matches in all. */
export interface QueryResult {
  rows: InventoryMonitor[];
  total: number;
  /** Like `downSummary` only when the query asks for them. */
  facets?: Facets;
  downSummary?: DownSummary | null;
  /** Only where nothing checks the address that was pasted, but something its host. */
  sameHost?: SameHost;
}

/** Answers a query from the index: filter, search, facets, sort, page. A page past the end has no rows. */
export function runQuery(index: InventoryIndex, query: InventoryQuery): QueryResult {
  const found = find(index, query, query.facets);
  const { total } = found;
  const sameHost = total === 0 && isNowhere(index, query) ? findSameHost(index, query) : null;
  return {
    rows: pageOf(index, query, found),
    total,
    ...(query.facets ? countsOf(index, found) : {}),
    ...(sameHost ? { sameHost } : {}),
  };
}

function countsOf({ profiles }: InventoryIndex, { rowsByProfile, failed }: Found) {
  return {
    facets: countFacets(profiles, rowsByProfile, failed),
    downSummary: summarizeDown(profiles, rowsByProfile, failed),
  };
}

/** Whether a search finds nothing without any filter either. */
function isNowhere(index: InventoryIndex, { q = '' }: InventoryFilters): boolean {
  return find(index, { q }, false).total === 0;
}

function findSameHost(index: InventoryIndex, filters: InventoryFilters): SameHost | null {
  for (const wider of widerSearches(filters.q ?? '')) {
    const { total } = find(index, { ...filters, q: wider.q }, false);
    if (total > 0) return { ...wider, total };
  }
  return null;
}

/** Every match in the query's order, whatever its page. What is read stays as it was when a newer index comes. */
export function allMatches(index: InventoryIndex, query: InventoryQuery): Generator<InventoryMonitor> {
  return matchesInOrder(index, query, find(index, query, false), 0);
}

interface Found {
  total: number;
  search: Search | null;
  matches(row: number): boolean;
  /** See `failedFacets`. */
  failed: Uint8Array;
  /** For each profile how many rows pass the search. Without `nearMisses` only those that match in all are counted. */
  rowsByProfile: Uint32Array;
}

/** @param nearMisses whether rows that fail the filter of one facet only are searched too: facet counts need them */
function find(index: InventoryIndex, filters: InventoryFilters, nearMisses: boolean): Found {
  const { profiles } = index;
  const failed = failedFacets(profiles, filters);
  const search = createSearch(index, filters.q ?? '');
  if (search === null) {
    const total = profiles.rows.reduce((sum, rows, number) => (failed[number] === 0 ? sum + rows : sum), 0);
    const matches = (row: number) => failed[profiles.numberOf[row] ?? -1] === 0;
    return { total, search, matches, failed, rowsByProfile: profiles.rows };
  }
  const rowsByProfile = new Uint32Array(profiles.all.length);
  const hits = new Uint8Array(profiles.numberOf.length);
  let total = 0;
  for (const [row, number] of profiles.numberOf.entries()) {
    const failures = failed[number] ?? 0;
    if (failures !== 0 && !(nearMisses && failsAtMostOne(failures))) continue;
    if (!search.finds(row)) continue;
    rowsByProfile[number] = (rowsByProfile[number] ?? 0) + 1;
    if (failures !== 0) continue;
    hits[row] = 1;
    total += 1;
  }
  return { total, search, matches: (row) => hits[row] === 1, failed, rowsByProfile };
}

function pageOf(index: InventoryIndex, query: InventoryQuery, found: Found): InventoryMonitor[] {
  const skipped = (query.page - 1) * query.per_page;
  if (skipped >= found.total) return [];
  return matchesInOrder(index, query, found, skipped).take(query.per_page).toArray();
}

function* matchesInOrder(
  index: InventoryIndex,
  { sort, order }: InventoryQuery,
  found: Found,
  skipped: number,
): Generator<InventoryMonitor> {
  const { monitors } = index.snapshot;
  const ordered = sort && index.sorter.ordering(sort)[order ?? defaultOrderOf(sort)];
  const rows = sort === 'relevance' && ordered ? bestFirst(ordered, found, order) : ordered;
  let toSkip = skipped;
  for (let place = 0; place < (rows ?? monitors).length; place++) {
    const row = rows ? (rows[place] ?? -1) : place;
    if (!found.matches(row) || toSkip-- > 0) continue;
    const monitor = monitors[row];
    if (monitor) yield monitor;
  }
}

/** The matches by how well they fit the search, those that fit alike as they stand. Without a search all fit alike. */
function bestFirst(rows: Uint32Array, { search, matches }: Found, order?: SortOrder): readonly number[] {
  const rowsOfRank: number[][] = [];
  for (const row of rows) {
    if (!matches(row)) continue;
    const rank = search?.rankOf(row) ?? 0;
    const alike = rowsOfRank[rank];
    if (alike) alike.push(row);
    else rowsOfRank[rank] = [row];
  }
  return (order === 'desc' ? rowsOfRank.reverse() : rowsOfRank).flat();
}
