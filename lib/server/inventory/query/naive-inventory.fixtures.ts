import type { InventoryFilters } from '../../../contract/inventory-query.ts';
import type { InventorySort, SortOrder } from '../../../contract/list-layout.ts';
import type { InventoryMonitor, Snapshot } from '../snapshot/snapshot.ts';
import { matchesSearch, naiveRank, SEARCHED_AT, valuesOf } from './naive-search.fixtures.ts';

/*
 * A slow and simple implementation of the list rules, written from their description and independent of the tested code.
 */

type Compare = (a: InventoryMonitor, b: InventoryMonitor) => number;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byText = (a: string, b: string) => collator.compare(a, b);
const byNumber = (a: number, b: number) => a - b;
const byCodeUnit = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Upstream's order: newest first, then by UUID. */
const upstreamOrder: Compare = (a, b) =>
  (instant(b.created_at) ?? 0) - (instant(a.created_at) ?? 0) || byCodeUnit(a.monitor_uuid, b.monitor_uuid);

export function snapshotOf(monitors: readonly InventoryMonitor[], id = 1): Snapshot {
  const asOf = SEARCHED_AT;
  return {
    id,
    asOf,
    beganAt: asOf,
    readUntil: asOf,
    clockAhead: 0,
    monitors: monitors.toSorted(upstreamOrder),
    missing: null,
    keptMonitors: new Map(),
    recentChanges: new Map(),
    updatedByChecks: 0,
  };
}

/** Nulls are last and ties are in upstream's order, for both sort orders. */
function by<T>(read: (monitor: InventoryMonitor) => T | null, compare: (a: T, b: T) => number) {
  return (order: SortOrder): Compare =>
    (a, b) => {
      const [x, y] = [read(a), read(b)];
      if (x === null || y === null) return Number(x === null) - Number(y === null) || upstreamOrder(a, b);
      return (order === 'asc' ? compare(x, y) : compare(y, x)) || upstreamOrder(a, b);
    };
}

const instant = (text: string | null) => (text === null ? null : Date.parse(text));
const sinceOf = (m: InventoryMonitor) => Date.parse(m.observed_since);
const attention = ['down', 'overdue', 'unknown', 'pending', 'up', 'inactive'];

const sorts: Record<Exclude<InventorySort, 'relevance'>, (order: SortOrder) => Compare> = {
  attention: by(
    (m) => [attention.indexOf(m.condition), sinceOf(m)] as const,
    ([rankA, sinceA], [rankB, sinceB]) => rankA - rankB || sinceB - sinceA,
  ),
  name: by((m) => m.name, byText),
  type: by((m) => m.type, byText),
  target: by((m) => (m.port === null ? m.target : `${m.target}:${m.port}`), byText),
  interval: by((m) => m.interval, byNumber),
  region: by((m) => (m.regions.length === 0 ? null : m.regions.join(', ')), byText),
  last_check_at: by((m) => instant(m.last_check_at), byNumber),
  last_status: by((m) => m.last_status, byText),
  last_response_time_ms: by((m) => m.last_response_time_ms, byNumber),
  created_at: by((m) => instant(m.created_at), byNumber),
  updated_at: by((m) => instant(m.updated_at), byNumber),
  observed_since: by(sinceOf, byNumber),
  changed: by((m) => instant(m.changed_at), byNumber),
  timeout_ms: by((m) => m.timeout_ms ?? null, byNumber),
};

/** @param q the search, for `relevance` */
export function naiveSort(
  monitors: readonly InventoryMonitor[],
  sort: InventorySort | undefined,
  order: SortOrder,
  q = '',
): InventoryMonitor[] {
  if (!sort) return monitors.toSorted(upstreamOrder);
  if (sort !== 'relevance') return monitors.toSorted(sorts[sort](order));
  const rank = (monitor: InventoryMonitor) => naiveRank(monitor, q, monitors);
  return monitors
    .toSorted(sorts.attention(order))
    .toSorted((a, b) => (order === 'asc' ? rank(a) - rank(b) : rank(b) - rank(a)));
}

const settings: readonly string[] = [
  'http_method',
  'expected_status_codes',
  'follow_redirects',
  'timeout_ms',
];
const facetNames = [
  ...(['condition', 'type', 'region', 'is_active', 'maintenance_mode', 'flapping'] as const),
  ...(['http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'] as const),
] as const;

function passes(values: readonly string[], filter: readonly string[] | string | undefined): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'string') return values.includes(filter);
  const included = filter.filter((value) => value[0] !== '-');
  const any = included.length === 0 || included.some((value) => values.includes(value));
  return any && filter.every((value) => value[0] !== '-' || !values.includes(value.slice(1)));
}

/** @param all the searched monitors */
export function naiveMatches(
  monitor: InventoryMonitor,
  filters: InventoryFilters,
  all: readonly InventoryMonitor[],
): boolean {
  return (
    matchesSearch(monitor, filters.q ?? '', all) &&
    facetNames.every((name) => {
      const [values, filter] = [valuesOf[name](monitor), filters[name]];
      const isUnknown = settings.includes(name) && values.includes('unknown');
      if (isUnknown && filter !== undefined && filter.length > 0 && !filter.includes('unknown')) return false;
      return passes(values, filter);
    })
  );
}

/** Pairs of value and count per facet, sorted by value. */
export function naiveFacets(monitors: readonly InventoryMonitor[], filters: InventoryFilters) {
  const always = {
    condition: attention,
    type: [],
    region: [],
    is_active: ['true', 'false'],
    maintenance_mode: ['true', 'false'],
    flapping: ['true', 'false'],
    http_method: [],
    expected_status_codes: [],
    follow_redirects: [],
    timeout_ms: [],
  };
  return facetNames.map((name) => {
    const { [name]: _own, ...others } = filters;
    const values = new Set([...always[name], ...monitors.flatMap(valuesOf[name])]);
    const counts = [...values].sort().map((value) => {
      const count = monitors.filter(
        (m) => naiveMatches(m, others, monitors) && valuesOf[name](m).some((v) => v === value),
      ).length;
      return [value, count];
    });
    return [name, counts];
  });
}
