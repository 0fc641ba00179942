import type { FacetFilter, InventoryFilters } from '../../contract/inventory-query.ts';
import type { InventorySort, SortOrder } from '../../contract/inventory-sorts.ts';
import type { Condition } from '../../contract/monitor.ts';
import type { InventoryMonitor } from './compact-row.ts';
import { addressOfTarget, isSameAddress, readPastedAddress } from './pasted-address.ts';
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

/** A snapshot that holds these monitors. What is down was first shown so when it began. */
export function snapshotOf(monitors: readonly InventoryMonitor[], id = 1): Snapshot {
  const down = monitors.filter(({ condition }) => condition === 'down');
  return {
    id,
    asOf: Date.parse('2026-11-20T12:00:00.000Z'),
    monitors: monitors.toSorted(upstreamOrder),
    missing: null,
    missingMonitors: new Map(),
    shownDownAt: new Map(down.map((one) => [one.monitor_uuid, Date.parse(one.observed_since)])),
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
const sinceOf = (m: InventoryMonitor) => {
  const known = { overdue: m.last_check_at, pending: m.created_at, down: null, up: null, inactive: null };
  return Date.parse(known[m.condition] ?? m.observed_since);
};
const attention = ['down', 'overdue', 'pending', 'up', 'inactive'];

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
};

/** @param q by which `relevance` judges */
export function naiveSort(
  monitors: readonly InventoryMonitor[],
  sort: InventorySort | undefined,
  order: SortOrder,
  q = '',
): InventoryMonitor[] {
  if (!sort) return monitors.toSorted(upstreamOrder);
  if (sort !== 'relevance') return monitors.toSorted(sorts[sort](order));
  const rank = (monitor: InventoryMonitor) =>
    wordsOf(q).reduce((sum, word) => sum + places(monitor, word).indexOf(true), 0);
  return monitors
    .toSorted(sorts.attention(order))
    .toSorted((a, b) => (order === 'asc' ? rank(a) - rank(b) : rank(b) - rank(a)));
}

const bare: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
};
const latinOrGreek = /^[\p{Script=Latin}\p{Script=Greek}]$/u;
/** Letter by letter. */
function fold(text: string): string {
  let folded = '';
  let isMarkDropped = false;
  for (const letter of text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ').replaceAll('ı', 'i')) {
    const isAccent = letter >= '\u0300' && letter <= '\u036f';
    isMarkDropped = isAccent ? isMarkDropped : latinOrGreek.test(letter);
    if (!(isAccent && isMarkDropped)) folded += bare[letter] ?? letter;
  }
  return folded.normalize('NFC');
}
/** Each once, as it was typed. */
const wordsOf = (q: string) => {
  const words = q.split(/\s+/).filter(Boolean);
  return words.filter((word, n) => words.findIndex((other) => fold(other) === fold(word)) === n);
};
const named: Record<Condition, string> = {
  down: 'down',
  overdue: 'overdue',
  pending: 'pending never checked',
  up: 'up',
  inactive: 'inactive',
};

/** Where a word is met, the best place first: in the name, in the target, elsewhere, in the UUID. */
function places(monitor: InventoryMonitor, typed: string): boolean[] {
  const word = fold(typed);
  const { name, target, port, regions, monitor_uuid, type, condition, maintenance_mode } = monitor;
  const words = [fold(type), ...named[condition].split(' '), ...(maintenance_mode ? ['maintenance'] : [])];
  const isPartOfUuid = /^[\da-f-]+$/.test(word) && word.replaceAll('-', '').length >= 8;
  return [
    fold(name).includes(word),
    fold(port === null ? target : `${target}:${port}`).includes(word),
    regions.some((region) => fold(region).includes(word)) || words.includes(word),
    isPartOfUuid && (monitor_uuid.includes(word) || monitor_uuid.replaceAll('-', '') === word),
  ];
}

const checks = (monitor: InventoryMonitor, word: string) => {
  const pasted = readPastedAddress(word);
  const checked = addressOfTarget(monitor);
  return pasted !== null && checked !== null && isSameAddress(pasted, checked);
};

/** Where something checks just what a word spells, other targets do not count. */
function found(monitor: InventoryMonitor, q: string, all: readonly InventoryMonitor[]): boolean {
  return wordsOf(q).every((word) => {
    if (checks(monitor, word)) return true;
    const [inName = false, inTarget = false, ...others] = places(monitor, word);
    const isChecked = readPastedAddress(word) !== null && all.some((other) => checks(other, word));
    const [elsewhere = false, inUuid = false] = others;
    return inName || inUuid || (isChecked ? isNamed(monitor, word) : inTarget || elsewhere);
  });
}

const isNamed = (monitor: InventoryMonitor, word: string) =>
  places({ ...monitor, regions: [] }, word)[2] === true;

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

/** @param all those among which the search looks */
export function naiveMatches(
  monitor: InventoryMonitor,
  filters: InventoryFilters,
  all: readonly InventoryMonitor[],
): boolean {
  return (
    found(monitor, filters.q ?? '', all) &&
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
        (m) => naiveMatches(m, others, monitors) && valuesOf[name](m).some((v) => v === value),
      ).length;
      return [value, count];
    });
    return [name, counts];
  });
}
