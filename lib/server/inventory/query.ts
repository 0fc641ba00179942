import 'server-only';
import type { InventoryFilters, InventoryQuery } from '../../contract/inventory-query.ts';
import { defaultOrderOf } from '../../contract/inventory-sorts.ts';
import type { InventoryMonitor } from './compact-row.ts';
import { countFacets, type Facets, failedFacets, failsAtMostOne } from './facets.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { searchWordsOf } from './search-text.ts';

/** One page of what matches, and how much matches in all. `facets` only when the query asks for them. */
export interface QueryResult {
  rows: InventoryMonitor[];
  total: number;
  facets?: Facets;
}

/** Answers a query from the index: filter, search, facets, sort, page. A page past the end has no rows. */
export function runQuery(index: InventoryIndex, query: InventoryQuery): QueryResult {
  const found = find(index, query, query.facets);
  const rows = pageOf(index, query, found);
  if (!query.facets) return { rows, total: found.total };
  return { rows, total: found.total, facets: countFacets(index.profiles, found.rowsByProfile, found.failed) };
}

/** Every match in the query's order, whatever its page. What is read stays as it was when a newer index comes. */
export function allMatches(index: InventoryIndex, query: InventoryQuery): Generator<InventoryMonitor> {
  return matchesInOrder(index, query, find(index, query, false), 0);
}

interface Found {
  total: number;
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
  const words = searchWordsOf(filters.q ?? '');
  if (words.length === 0) {
    const total = profiles.rows.reduce((sum, rows, number) => (failed[number] === 0 ? sum + rows : sum), 0);
    const matches = (row: number) => failed[profiles.numberOf[row] ?? -1] === 0;
    return { total, matches, failed, rowsByProfile: profiles.rows };
  }
  const rowsByProfile = new Uint32Array(profiles.all.length);
  const hits = new Uint8Array(profiles.numberOf.length);
  let total = 0;
  for (const [row, number] of profiles.numberOf.entries()) {
    const failures = failed[number] ?? 0;
    if (failures !== 0 && !(nearMisses && failsAtMostOne(failures))) continue;
    if (!hasAll(index.searchTexts[row] ?? '', words)) continue;
    rowsByProfile[number] = (rowsByProfile[number] ?? 0) + 1;
    if (failures !== 0) continue;
    hits[row] = 1;
    total += 1;
  }
  return { total, matches: (row) => hits[row] === 1, failed, rowsByProfile };
}

function hasAll(text: string, words: readonly string[]): boolean {
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}

function pageOf(index: InventoryIndex, query: InventoryQuery, found: Found): InventoryMonitor[] {
  const skipped = (query.page - 1) * query.per_page;
  if (skipped >= found.total) return [];
  return matchesInOrder(index, query, found, skipped).take(query.per_page).toArray();
}

function* matchesInOrder(
  index: InventoryIndex,
  { sort, order }: InventoryQuery,
  { matches }: Found,
  skipped: number,
): Generator<InventoryMonitor> {
  const { monitors } = index.snapshot;
  const rows = sort && index.sorter.ordering(sort)[order ?? defaultOrderOf(sort)];
  let toSkip = skipped;
  for (let place = 0; place < monitors.length; place++) {
    const row = rows ? (rows[place] ?? -1) : place;
    if (!matches(row) || toSkip-- > 0) continue;
    const monitor = monitors[row];
    if (monitor) yield monitor;
  }
}
