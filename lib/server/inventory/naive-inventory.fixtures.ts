import type { FacetFilter, InventoryFilters } from '../../contract/inventory-query.ts';
import type { InventorySort, SortOrder } from '../../contract/inventory-sorts.ts';
import type { InventoryMonitor } from './compact-row.ts';
import type { Snapshot } from './snapshot.ts';

/*
 * The rules of the list written the slow and plain way, from their description and not from the code that is tested.
 */

type Compare = (a: InventoryMonitor, b: InventoryMonitor) => number;

const human = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byText = (a: string, b: string) => human.compare(a, b);
const byNumber = (a: number, b: number) => a - b;
const byCodeUnit = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Upstream's order: newest first, then by UUID. */
const upstreamOrder: Compare = (a, b) =>
  Date.parse(b.created_at) - Date.parse(a.created_at) || byCodeUnit(a.monitor_uuid, b.monitor_uuid);

/** A snapshot that holds these monitors. */
export function snapshotOf(monitors: readonly InventoryMonitor[], id = 1): Snapshot {
  return {
    id,
    asOf: Date.parse('2026-11-20T12:00:00.000Z'),
    monitors: monitors.toSorted(upstreamOrder),
    missing: null,
    absences: new Map(),
  };
}

/** Nulls last in both orders, ties in upstream's order in both. */
function by<T>(read: (monitor: InventoryMonitor) => T | null, compare: (a: T, b: T) => number) {
  return (order: SortOrder): Compare =>
    (a, b) => {
      const [x, y] = [read(a), read(b)];
      if (x === null || y === null) return Number(x === null) - Number(y === null) || upstreamOrder(a, b);
      return (order === 'asc' ? compare(x, y) : compare(y, x)) || upstreamOrder(a, b);
    };
}

const instant = (text: string | null) => (text === null ? null : Date.parse(text));
const attention = ['down', 'overdue', 'pending', 'up', 'inactive'];

const sorts: Record<InventorySort, (order: SortOrder) => Compare> = {
  attention: by(
    (m) => [attention.indexOf(m.condition), Date.parse(m.observed_since)] as const,
    ([rankA, sinceA], [rankB, sinceB]) => rankA - rankB || sinceA - sinceB,
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
};

export function naiveSort(
  monitors: readonly InventoryMonitor[],
  sort: InventorySort | undefined,
  order: SortOrder,
): InventoryMonitor[] {
  return monitors.toSorted(sort ? sorts[sort](order) : upstreamOrder);
}

const fold = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');

function found(monitor: InventoryMonitor, q: string): boolean {
  const { name, target, port, regions, monitor_uuid } = monitor;
  const fields = [
    name,
    target,
    ...(port === null ? [] : [`${target}:${port}`]),
    ...regions,
    monitor_uuid,
  ].map(fold);
  return q
    .split(' ')
    .filter(Boolean)
    .every((word) => fields.some((field) => field.includes(fold(word))));
}

const valuesOf = {
  condition: (m: InventoryMonitor) => [m.condition],
  type: (m: InventoryMonitor) => [m.type],
  region: (m: InventoryMonitor) => m.regions,
  is_active: (m: InventoryMonitor) => [`${m.is_active}`],
  maintenance_mode: (m: InventoryMonitor) => [`${m.maintenance_mode}`],
};
const facetNames = ['condition', 'type', 'region', 'is_active', 'maintenance_mode'] as const;

function passes(values: readonly string[], filter: FacetFilter | string | undefined): boolean {
  if (filter === undefined) return true;
  if (typeof filter === 'string') return values.includes(filter);
  const any = filter.include.length === 0 || filter.include.some((value) => values.includes(value));
  return any && filter.exclude.every((value) => !values.includes(value));
}

export function naiveMatches(monitor: InventoryMonitor, filters: InventoryFilters): boolean {
  return (
    found(monitor, filters.q ?? '') &&
    facetNames.every((name) => passes(valuesOf[name](monitor), filters[name]))
  );
}

/** Pairs of value and count for each facet, sorted by value. */
export function naiveFacets(monitors: readonly InventoryMonitor[], filters: InventoryFilters) {
  const always = {
    condition: attention,
    type: [],
    region: [],
    is_active: ['true', 'false'],
    maintenance_mode: ['true', 'false'],
  };
  return facetNames.map((name) => {
    const { [name]: _own, ...others } = filters;
    const values = new Set([...always[name], ...monitors.flatMap(valuesOf[name])]);
    const counts = [...values].sort().map((value) => {
      const count = monitors.filter(
        (m) => naiveMatches(m, others) && valuesOf[name](m).some((v) => v === value),
      ).length;
      return [value, count];
    });
    return [name, counts];
  });
}
