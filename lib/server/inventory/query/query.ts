import 'server-only';
import type { Grouping } from '../../../contract/groups.ts';
import type { InventoryFilters, InventoryQuery } from '../../../contract/inventory-query.ts';
import { defaultOrderOf } from '../../../contract/inventory-sorts.ts';
import type { DownSummary, FacetsBody, GroupingPreview } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { summarizeDown } from './down-summary.ts';
import { countFacets, createFacetFilter } from './facets.ts';
import { createGrouper, type Group, groupingOf, groupRows, previewGroupings } from './groups.ts';
import type { IndexedMonitor, InventoryIndex } from './inventory-index.ts';
import { createSearch } from './search.ts';

/** One page of the matches, and their total. */
export interface QueryResult {
  rows: InventoryMonitor[];
  total: number;
  /** Present only when the query groups: then there is a page of groups instead of rows, and `total` counts the groups. */
  grouped?: { grouping: Grouping; groups: Group[]; monitors: number };
  /** Present only when the query requests the groups that each grouping would give. */
  groupings?: GroupingPreview[];
  /** `facets` and `downSummary` are present only when the query requests facets. */
  facets?: FacetsBody;
  downSummary?: DownSummary | null;
}

/** The only monitors that can match; null: all of them. */
export type Named = ReadonlySet<InventoryMonitor> | null;

/**
 * Runs a query: filters, search, facets, sorting, paging. A page beyond the end has no rows.
 *
 * @param named the monitors that the rule of the query names; null: the query has no rule
 */
export function runQuery(index: InventoryIndex, query: InventoryQuery, named: Named = null): QueryResult {
  const matches = find(index, query, named, query.facets);
  const total = matches.rows.length;
  const skipped = (query.page - 1) * query.per_page;
  const onPage = <T>(all: readonly T[]) => all.slice(skipped, skipped + query.per_page);
  const rest = {
    ...matches.counts,
    ...(query.groupings === undefined
      ? {}
      : { groupings: previewGroupings(index, matches.rows, query.groupings) }),
  };
  const grouping = query.in_group === undefined ? groupingOf(query) : null;
  if (grouping === null) {
    const rows = skipped < total ? inOrder(index, query, matches) : [];
    return { rows: onPage(rows).map(({ monitor }) => monitor), total, ...rest };
  }
  const groups = groupRows(index, inOrder(index, query, matches), grouping);
  const grouped = { grouping, groups: onPage(groups), monitors: total };
  return { rows: [], total: groups.length, grouped, ...rest };
}

/** Returns all matches in the order of the query, ignoring its page. */
export function allMatches(
  index: InventoryIndex,
  query: InventoryQuery,
  named: Named = null,
): InventoryMonitor[] {
  return inOrder(index, query, find(index, query, named, false)).map(({ monitor }) => monitor);
}

/** Returns the groups of all matches; null when the query does not group. */
export function allGroups(index: InventoryIndex, query: InventoryQuery, named: Named = null): Group[] | null {
  const grouping = query.in_group === undefined ? groupingOf(query) : null;
  return grouping && groupRows(index, inOrder(index, query, find(index, query, named, false)), grouping);
}

interface Matches {
  /** The monitors that the search and the rule find, before the other filters. Values are ranks: smaller is better. */
  ranks: ReadonlyMap<IndexedMonitor, number>;
  /** Those of them that pass the filters. */
  rows: readonly IndexedMonitor[];
  counts: Pick<QueryResult, 'facets' | 'downSummary'>;
}

function find(
  index: InventoryIndex,
  filters: InventoryFilters,
  named: Named,
  withFacetsBody: boolean,
): Matches {
  const search = createSearch(index, filters.q ?? '');
  const passes = createFacetFilter(filters);
  const { in_group } = filters;
  const grouping = in_group === undefined ? null : groupingOf(filters);
  const keysOf = grouping && createGrouper(index, grouping);
  const ranks = new Map<IndexedMonitor, number>();
  for (const row of index.rows) {
    if (named !== null && !named.has(row.monitor)) continue;
    if (keysOf !== null && !keysOf(row).some((key) => key === in_group)) continue;
    const rank = search(row);
    if (rank !== null) ranks.set(row, rank);
  }
  const rows = [...ranks.keys()].filter(({ monitor }) => passes(monitor));
  if (!withFacetsBody) return { ranks, rows, counts: {} };
  const monitors = Array.from(ranks.keys(), ({ monitor }) => monitor);
  const inAnyCondition = monitors.filter((monitor) => passes(monitor, 'condition'));
  const facets = countFacets(index, monitors, passes);
  return { ranks, rows, counts: { facets, downSummary: summarizeDown(inAnyCondition) } };
}

function inOrder(
  index: InventoryIndex,
  { sort, order }: InventoryQuery,
  { ranks, rows }: Matches,
): readonly IndexedMonitor[] {
  if (!sort) return rows;
  const matching = new Set(rows);
  const sorted = index.ordering(sort, order ?? defaultOrderOf(sort)).filter((row) => matching.has(row));
  if (sort !== 'relevance') return sorted;
  const sign = order === 'desc' ? -1 : 1;
  return sorted.sort((a, b) => sign * ((ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)));
}
