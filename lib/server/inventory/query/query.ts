import 'server-only';
import type { InventoryFilters, InventoryQuery } from '../../../contract/inventory-query.ts';
import type { Grouping } from '../../../contract/list-layout.ts';
import { defaultOrderOf } from '../../../contract/list-layout.ts';
import type { DownSummary, FacetsBody, GroupingPreview } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { summarizeDown } from './down-summary.ts';
import { createFacetCounter, createFacetFilter } from './facets.ts';
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

/** The only monitors that can match: those that the rule of the query names. Null: the query has no rule. */
export type RuleMonitors = ReadonlySet<InventoryMonitor> | null;

/** Runs a query: filters, search, facets, sorting, paging. A page beyond the end has no rows. */
export function runQuery(
  index: InventoryIndex,
  query: InventoryQuery,
  ruleMonitors: RuleMonitors = null,
): QueryResult {
  const matches = find(index, query, ruleMonitors, query.facets);
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
  ruleMonitors: RuleMonitors = null,
): InventoryMonitor[] {
  return inOrder(index, query, find(index, query, ruleMonitors, false)).map(({ monitor }) => monitor);
}

/** Returns the groups of all matches; null when the query does not group. */
export function allGroups(
  index: InventoryIndex,
  query: InventoryQuery,
  ruleMonitors: RuleMonitors = null,
): Group[] | null {
  const grouping = query.in_group === undefined ? groupingOf(query) : null;
  return (
    grouping && groupRows(index, inOrder(index, query, find(index, query, ruleMonitors, false)), grouping)
  );
}

interface Matches {
  /** The monitors that match, in the order of the snapshot. */
  rows: readonly IndexedMonitor[];
  /** The rank of each match, smaller is better, by its place in the snapshot; `NO_MATCH` for other monitors. */
  ranks: Int32Array;
  counts: Pick<QueryResult, 'facets' | 'downSummary'>;
}

const NO_MATCH = -1;

function find(
  index: InventoryIndex,
  filters: InventoryFilters,
  ruleMonitors: RuleMonitors,
  withFacets: boolean,
): Matches {
  const search = createSearch(index, filters.q ?? '');
  const excludedBy = createFacetFilter(index.facets, filters);
  const { in_group } = filters;
  const grouping = in_group === undefined ? null : groupingOf(filters);
  const keysOf = grouping && createGrouper(index, grouping);
  const counter = withFacets ? createFacetCounter(index.facets) : null;
  const inAnyCondition: InventoryMonitor[] = [];
  const rows: IndexedMonitor[] = [];
  const ranks = new Int32Array(index.rows.length).fill(NO_MATCH);
  for (const row of index.rows) {
    const { monitor, place } = row;
    const excluded = excludedBy(place);
    // A monitor that only one filter excludes is counted in the facet of that filter.
    if (excluded === 'several' || (excluded !== null && counter === null)) continue;
    if (ruleMonitors !== null && !ruleMonitors.has(monitor)) continue;
    if (keysOf !== null && !keysOf(row).some((key) => key === in_group)) continue;
    const rank = search(row);
    if (rank === null) continue;
    if (excluded === null) {
      rows.push(row);
      ranks[place] = rank;
    }
    counter?.add(place, excluded);
    if (excluded === null || excluded === 'condition') inAnyCondition.push(monitor);
  }
  if (counter === null) return { rows, ranks, counts: {} };
  return { rows, ranks, counts: { facets: counter.counts(), downSummary: summarizeDown(inAnyCondition) } };
}

function inOrder(
  index: InventoryIndex,
  { sort, order }: InventoryQuery,
  { rows, ranks }: Matches,
): readonly IndexedMonitor[] {
  if (!sort) return rows;
  const sorted = index
    .ordering(sort, order ?? defaultOrderOf(sort))
    .filter(({ place }) => ranks[place] !== NO_MATCH);
  if (sort !== 'relevance') return sorted;
  const byRank: IndexedMonitor[][] = [];
  for (const row of sorted) {
    const rank = ranks[row.place] ?? 0;
    byRank[rank] ??= [];
    byRank[rank].push(row);
  }
  return (order === 'desc' ? byRank.reverse() : byRank).flat();
}
