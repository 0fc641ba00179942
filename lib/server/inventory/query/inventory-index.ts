import 'server-only';
import { areSettingsKnown } from '../snapshot/settings.ts';
import type { InventoryMonitor, Snapshot } from '../snapshot/snapshot.ts';
import { countConditions } from './count-conditions.ts';
import { type Address, addressOfTarget } from './pasted-address.ts';
import { searchTextOf } from './search-text.ts';
import { settingValuesOf } from './setting-facets.ts';
import { createSorter } from './sorting.ts';

/** A monitor, prepared for searches. */
export interface IndexedMonitor {
  monitor: InventoryMonitor;
  searchText: string;
  /** The address that it checks; null when its target is not an address. */
  address: Address | null;
  /** The times of `observed_since` and `last_check_at`, epoch ms; NaN: not known. */
  since: number;
  checkedAt: number;
}

/** A snapshot, prepared for queries. */
export type InventoryIndex = Readonly<ReturnType<typeof buildIndex>>;

export function buildIndex(snapshot: Snapshot) {
  const { monitors } = snapshot;
  const rows: readonly IndexedMonitor[] = monitors.map((monitor) => ({
    monitor,
    searchText: searchTextOf(monitor),
    address: addressOfTarget(monitor),
    since: Date.parse(monitor.observed_since),
    checkedAt: Date.parse(monitor.last_check_at ?? ''),
  }));
  return {
    snapshot,
    /** In the order of the snapshot. */
    rows,
    /** By UUID in lower case. */
    byUuid: new Map(monitors.map((monitor) => [monitor.monitor_uuid.toLowerCase(), monitor])),
    /** The types and regions that occur, sorted. */
    types: [...new Set(monitors.map(({ type }) => type))].sort(),
    regions: [...new Set(monitors.flatMap(({ regions }) => regions))].sort(),
    /** Counts of all monitors, without any filter. */
    counts: countConditions(monitors),
    settingValues: settingValuesOf(monitors),
    /** Number of monitors whose settings are known. */
    settingsKnown: monitors.filter(areSettingsKnown).length,
    ordering: createSorter(rows),
  };
}
