import 'server-only';
import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import { conditions } from '../../../contract/conditions.ts';
import { type Grouping, MAX_GROUP_KEY } from '../../../contract/groups.ts';
import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import { countConditions } from './count-conditions.ts';
import type { IndexedMonitor, InventoryIndex } from './inventory-index.ts';
import { partOfName } from './name-parts.ts';
import type { Address } from './pasted-address.ts';

/** Monitors with a common value. */
export interface Group {
  /** The value; '' for the monitors that have none. */
  key: string;
  rows: IndexedMonitor[];
}

/** Returns how a query groups; null: not at all. Without a separator, names are divided at the best one. */
export function groupingOf(
  { group, name_separator, name_part }: Pick<InventoryQuery, 'group' | 'name_separator' | 'name_part'>,
  index: Pick<InventoryIndex, 'nameParts'>,
): Grouping | null {
  if (group === undefined) return null;
  if (group !== 'name') return { by: group };
  if (name_separator !== undefined)
    return { by: 'name', separator: name_separator, part: name_part ?? 'before' };
  const best = index.nameParts().find(({ part }) => part === (name_part ?? part));
  return { by: 'name', separator: best?.separator ?? null, part: best?.part ?? name_part ?? 'before' };
}

/** Caches the domains as long as a snapshot keeps the addresses, because finding a domain takes longer than grouping. */
const domains = new WeakMap<Address, string>();

function domainOf(address: Address): string {
  // Private suffixes count, too: the names under github.io belong to different owners.
  const domain = domains.get(address) ?? getDomain(address.host, { allowPrivateDomains: true }) ?? '';
  domains.set(address, domain);
  return domain;
}

/** Returns the keys of the groups of a monitor: one, or one for each of its regions. */
export function groupKeysOf(row: IndexedMonitor, grouping: Grouping): readonly string[] {
  return valuesOf(row, grouping).map((value) => value.slice(0, MAX_GROUP_KEY));
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

/**
 * Divides monitors into groups. A monitor with several regions is in several groups.
 *
 * @param rows in the order of the list
 * @returns the groups in the order of their first monitors
 */
export function groupRows(rows: readonly IndexedMonitor[], grouping: Grouping): Group[] {
  const pairs = rows.flatMap((row) => groupKeysOf(row, grouping).map((key) => ({ key, row })));
  const groups = Map.groupBy(pairs, ({ key }) => key);
  return Array.from(groups, ([key, all]) => ({ key, rows: all.map(({ row }) => row) }));
}

/** Returns the summary of a group. `condition`: the worst of its monitors; `changed_at`: the newest. */
export function summarizeGroup({ key, rows }: Group, grouping: Grouping) {
  const counts = countConditions(rows.map(({ monitor }) => monitor));
  const changes = rows.flatMap(({ monitor }) => monitor.changed_at ?? []);
  const isHost = grouping.by === 'host' || grouping.by === 'domain';
  return {
    key,
    label: (isHost && domainToUnicode(key)) || key,
    total: rows.length,
    condition: conditions.find((condition) => counts.condition[condition] > 0) ?? 'up',
    counts,
    changed_at: changes.sort().at(-1) ?? null,
  };
}
