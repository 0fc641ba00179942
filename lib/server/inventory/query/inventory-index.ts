import 'server-only';
import type { InventoryCounts } from '../../../contract/responses.ts';
import { areSettingsKnown } from '../snapshot/settings.ts';
import type { InventoryMonitor, Snapshot } from '../snapshot/snapshot.ts';
import { countConditions } from './count-conditions.ts';
import { type NamePartSuggestion, suggestNameParts } from './name-parts.ts';
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
  /** The times of `observed_since` and `last_check_at`, epoch ms; NaN: not known. */
  since: number;
  checkedAt: number;
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
  /** The parts of the names by which the monitors can be grouped. They are computed at the first use. */
  readonly nameParts: () => readonly NamePartSuggestion[];
}

export function buildIndex(snapshot: Snapshot): InventoryIndex {
  const { monitors } = snapshot;
  let nameParts: readonly NamePartSuggestion[] | null = null;
  const rows = monitors.map((monitor) => ({
    monitor,
    searchText: searchTextOf(monitor),
    address: addressOfTarget(monitor),
    since: Date.parse(monitor.observed_since),
    checkedAt: Date.parse(monitor.last_check_at ?? ''),
  }));
  return {
    ...{ snapshot, rows },
    byUuid: new Map(monitors.map((monitor) => [monitor.monitor_uuid.toLowerCase(), monitor])),
    types: [...new Set(monitors.map(({ type }) => type))].sort(),
    regions: [...new Set(monitors.flatMap(({ regions }) => regions))].sort(),
    counts: countConditions(monitors),
    settingValues: settingValuesOf(monitors),
    settingsKnown: monitors.filter(areSettingsKnown).length,
    lastDown: lastDownOf(snapshot),
    ordering: createSorter(rows),
    nameParts() {
      nameParts ??= suggestNameParts(monitors.map(({ name }) => name));
      return nameParts;
    },
  };
}

const LAST_DOWN_MAX = 20;

function lastDownOf({ shownDownAt }: Snapshot): string[] {
  const newestFirst = [...shownDownAt.values()].sort((a, b) => b - a);
  return newestFirst.slice(0, LAST_DOWN_MAX).map((instant) => new Date(instant).toISOString());
}
