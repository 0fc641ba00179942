import 'server-only';
import { areSettingsKnown } from '../snapshot/monitor-settings.ts';
import type { InventoryMonitor, Snapshot } from '../snapshot/snapshot.ts';
import { buildFacets, countConditions } from './facets.ts';
import { type Address, addressOfTarget } from './pasted-address.ts';
import { searchTextOf } from './search-text.ts';
import { createSorter } from './sorting.ts';

/** A monitor, prepared for searches. */
export interface IndexedMonitor {
  /** Its place in the snapshot. */
  place: number;
  monitor: InventoryMonitor;
  searchText: string;
  /** The UUID in lower case without hyphens. */
  uuidDigits: string;
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
  const rows: readonly IndexedMonitor[] = monitors.map((monitor, place) => ({
    place,
    monitor,
    searchText: searchTextOf(monitor),
    uuidDigits: monitor.monitor_uuid.toLowerCase().replaceAll('-', ''),
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
    /** The monitors that check a host; '' for those whose target is not an address. */
    byHost: Map.groupBy(rows, ({ address }) => address?.host ?? ''),
    /** Counts of all monitors, without any filter. */
    counts: {
      ...countConditions(monitors),
      flapping: monitors.filter(({ flapping }) => flapping).length,
    },
    facets: buildFacets(monitors),
    /** Number of monitors whose settings are known. */
    settingsKnown: monitors.filter(areSettingsKnown).length,
    ordering: createSorter(rows),
  };
}
