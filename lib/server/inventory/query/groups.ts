import 'server-only';
import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { conditions } from '../../../contract/conditions.ts';
import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import {
  type Grouping,
  groupings,
  MAX_GROUP_KEY,
  type NamePart,
  nameParts,
} from '../../../contract/list-layout.ts';
import type { GroupingPreview } from '../../../contract/responses.ts';
import { countConditions } from './facets.ts';
import type { IndexedMonitor, InventoryIndex } from './inventory-index.ts';
import type { Address } from './pasted-address.ts';

/** Monitors with a common value. */
export interface Group {
  /** The value; '' for the monitors that have none. */
  key: string;
  rows: IndexedMonitor[];
}

/** Returns how a query groups; null: not at all. */
export function groupingOf({
  group,
  name_separator: separator,
  name_part: part = 'first',
}: Pick<InventoryQuery, 'group' | 'name_separator' | 'name_part'>): Grouping | null {
  if (group !== 'name') return group === undefined ? null : { by: group };
  return separator === undefined ? null : { by: group, separator, part };
}

/** Caches the domains as long as a snapshot keeps the addresses, because finding a domain takes longer than grouping. */
const domains = new WeakMap<Address, string>();

function domainOf(address: Address): string {
  // Private suffixes count, too: the names under github.io belong to different owners.
  const domain = domains.get(address) ?? getDomain(address.host, { allowPrivateDomains: true }) ?? '';
  domains.set(address, domain);
  return domain;
}

function valuesOf({ monitor, address }: IndexedMonitor, grouping: Grouping): readonly string[] {
  switch (grouping.by) {
    case 'region':
      return monitor.regions.length === 0 ? [''] : [...new Set(monitor.regions)];
    case 'type':
      return [monitor.type];
    case 'host':
      return [address?.host ?? ''];
    case 'domain':
      return [address === null ? '' : domainOf(address)];
    case 'name':
      return [partOfName(monitor.name, grouping.separator, grouping.part)];
  }
}

/** The places of the parts of a name as `Array.at` counts them: from the end they are negative. */
const namePartPlaces: Readonly<Record<NamePart, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  sixth: 5,
  third_last: -3,
  second_last: -2,
  last: -1,
};

/** Returns a part of a name, without the spaces around it; '' when the name has no such part or no separator. */
function partOfName(name: string, separator: string, part: NamePart): string {
  const parts = name.split(separator);
  if (parts.length === 1) return '';
  return parts.at(namePartPlaces[part])?.trim() ?? '';
}

/**
 * Creates the function that returns the keys of the groups of a monitor: one, or one for each of its regions. A host, domain
 * or part of a name that only one monitor of the inventory has forms no group: that monitor has the key ''. Filters do not
 * change the key of a monitor.
 */
export function createGrouper(
  { rows }: Pick<InventoryIndex, 'rows'>,
  grouping: Grouping,
): (row: IndexedMonitor) => readonly string[] {
  const keysOf = (row: IndexedMonitor) =>
    valuesOf(row, grouping).map((value) => value.slice(0, MAX_GROUP_KEY));
  if (grouping.by === 'region' || grouping.by === 'type') return keysOf;
  const keys = new Map(rows.map((row) => [row, keysOf(row)]));
  const counts = countsOf([...keys.values()].flat());
  return (row) => (keys.get(row) ?? []).map((key) => ((counts.get(key) ?? 0) > 1 ? key : ''));
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * Divides monitors into groups. A monitor with several regions is in several groups.
 *
 * @param rows in the order of the list
 * @returns the groups in the order of their first monitors
 */
export function groupRows(
  index: Pick<InventoryIndex, 'rows'>,
  rows: readonly IndexedMonitor[],
  grouping: Grouping,
): Group[] {
  const keysOf = createGrouper(index, grouping);
  const pairs = rows.flatMap((row) => keysOf(row).map((key) => ({ key, row })));
  const groups = Map.groupBy(pairs, ({ key }) => key);
  return Array.from(groups, ([key, all]) => ({ key, rows: all.map(({ row }) => row) }));
}

/** Number of groups that a preview names. */
const PREVIEWED_GROUPS = 4;

/** What often divides names into parts. A space also divides the words within a part, so it is only the last choice. */
const separators = [',', '-', '.', '_', '/', ':', '|', '·'];

/** Returns the separator that most names have, if at least half of them have it; otherwise a space. */
function usualSeparator(rows: readonly IndexedMonitor[]): string {
  const namesWith = (separator: string) =>
    rows.filter(({ monitor: { name } }) => name.slice(1, -1).includes(separator)).length;
  const counted = separators.map((separator) => ({ separator, count: namesWith(separator) }));
  const [most] = counted.sort((a, b) => b.count - a.count);
  return most && most.count > 0 && most.count >= rows.length / 2 ? most.separator : ' ';
}

/**
 * The places that are offered. Most names have equally many parts, so other places from the end would give nearly the groups of a
 * place from the start.
 */
const offeredParts = nameParts.filter((part) => namePartPlaces[part] >= namePartPlaces.last);

/**
 * Returns the groups that each grouping would give. Parts of a name are left out that would give no group but that of the
 * others, or the groups of a part that is offered already.
 *
 * @param given where names are divided; '': at the usual separator
 */
export function previewGroupings(
  index: Pick<InventoryIndex, 'rows'>,
  rows: readonly IndexedMonitor[],
  given: string,
): GroupingPreview[] {
  const separator = given === '' ? usualSeparator(index.rows) : given;
  return groupings.flatMap((by) => {
    if (by !== 'name') return previewOf(index, rows, { by });
    const partsOf = ({ monitor }: IndexedMonitor) => monitor.name.split(separator).length;
    const lengths = rows.map(partsOf).filter((parts) => parts > 1);
    // Names that share a part are at least two, so the longest name alone adds none.
    const [, most = 0] = lengths.sort((a, b) => b - a);
    const offered = new Set<string>();
    return offeredParts.flatMap((part) => {
      if (most < 2 || namePartPlaces[part] >= most) return [];
      const preview = previewOf(index, rows, { by, separator, part });
      const groups = JSON.stringify([preview.groups, preview.biggest, preview.other]);
      if (preview.biggest.length === 0 || offered.has(groups)) return [];
      offered.add(groups);
      return preview;
    });
  });
}

function previewOf(
  index: Pick<InventoryIndex, 'rows'>,
  rows: readonly IndexedMonitor[],
  grouping: Grouping,
): GroupingPreview {
  const counts = countsOf(rows.flatMap(createGrouper(index, grouping)));
  const named = [...counts].filter(([key]) => key !== '').sort(([, a], [, b]) => b - a);
  return {
    group: grouping.by,
    name_separator: grouping.by === 'name' ? grouping.separator : null,
    name_part: grouping.by === 'name' ? grouping.part : null,
    groups: counts.size,
    biggest: named
      .slice(0, PREVIEWED_GROUPS)
      .map(([key, total]) => ({ label: labelOf(key, grouping), total })),
    other: counts.get('') ?? 0,
  };
}

/** Returns a key as it is shown: an international host in its own letters. */
function labelOf(key: string, { by }: Grouping): string {
  return ((by === 'host' || by === 'domain') && domainToUnicode(key)) || key;
}

/** Returns the summary of a group. `condition`: the worst of its monitors; `changed_at`: the newest. */
export function summarizeGroup({ key, rows }: Group, grouping: Grouping) {
  const counts = countConditions(rows.map(({ monitor }) => monitor));
  const changes = rows.flatMap(({ monitor }) => monitor.changed_at ?? []);
  return {
    key,
    label: labelOf(key, grouping),
    total: rows.length,
    condition: conditions.find((condition) => counts.condition[condition] > 0) ?? 'up',
    counts,
    changed_at: changes.sort().at(-1) ?? null,
  };
}
