import 'server-only';
import type { InventoryCounts } from '../../../contract/responses.ts';
import { areSettingsKnown } from '../snapshot/settings.ts';
import type { InventoryMonitor, Snapshot } from '../snapshot/snapshot.ts';
import { type Address, addressOfTarget } from './pasted-address.ts';
import { searchTextOf } from './search-text.ts';
import { type SettingFacet, settingValuesOf } from './setting-facets.ts';
import { createSorter, type Sorter } from './sorting.ts';

/** A monitor, prepared for searches. */
export interface IndexedMonitor {
  monitor: InventoryMonitor;
  searchText: string;
  /** The address that it checks; null when its target is not an address. */
  address: Address | null;
}

/** A snapshot, prepared for queries. */
export interface InventoryIndex {
  readonly snapshot: Snapshot;
  /** In the order of the snapshot. */
  readonly rows: readonly IndexedMonitor[];
  /** By UUID in lower case. */
  readonly byUuid: ReadonlyMap<string, InventoryMonitor>;
  /** The types and regions that occur, sorted. */
  readonly types: readonly string[];
  readonly regions: readonly string[];
  /** Counts of all monitors, without any filter. */
  readonly counts: InventoryCounts;
  /** The values of settings that occur, sorted. */
  readonly settingValues: Readonly<Record<SettingFacet, readonly string[]>>;
  /** Number of monitors whose settings are known. */
  readonly settingsKnown: number;
  /** When the monitors that are down were first shown as down: the latest 20 times, newest first, ISO 8601 UTC. */
  readonly lastDown: readonly string[];
  readonly ordering: Sorter<IndexedMonitor>;
}

export function buildIndex(snapshot: Snapshot): InventoryIndex {
  const { monitors } = snapshot;
  const rows = monitors.map((monitor) => ({
    monitor,
    searchText: searchTextOf(monitor),
    address: addressOfTarget(monitor),
  }));
  return {
    ...{ snapshot, rows },
    byUuid: new Map(monitors.map((monitor) => [monitor.monitor_uuid.toLowerCase(), monitor])),
    types: [...new Set(monitors.map(({ type }) => type))].sort(),
    regions: [...new Set(monitors.flatMap(({ regions }) => regions))].sort(),
    counts: countAll(monitors),
    settingValues: settingValuesOf(monitors),
    settingsKnown: monitors.filter(areSettingsKnown).length,
    lastDown: lastDownOf(snapshot),
    ordering: createSorter(rows),
  };
}

function countAll(monitors: readonly InventoryMonitor[]): InventoryCounts {
  const counts: InventoryCounts = {
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
    maintenance: 0,
  };
  for (const { condition, maintenance_mode } of monitors) {
    counts.condition[condition] += 1;
    if (maintenance_mode) counts.maintenance += 1;
  }
  return counts;
}

const LAST_DOWN_MAX = 20;

function lastDownOf({ shownDownAt }: Snapshot): string[] {
  const newestFirst = [...shownDownAt.values()].sort((a, b) => b - a);
  return newestFirst.slice(0, LAST_DOWN_MAX).map((instant) => new Date(instant).toISOString());
}
