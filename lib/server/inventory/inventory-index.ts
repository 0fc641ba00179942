import 'server-only';
import type { InventoryCounts } from '@/lib/contract/responses';
import { countAll, type Profiles, profilesOf } from './facet-profiles.ts';
import { matchPreviousRows } from './match-previous-rows.ts';
import { sameSearchText, searchTextOf } from './search-text.ts';
import type { Snapshot } from './snapshot.ts';
import { createSorter, type Sorter } from './sorting.ts';

/** A snapshot with the data structures for queries. A row is an index of `snapshot.monitors`. */
export interface InventoryIndex {
  readonly snapshot: Snapshot;
  /** `created_at` of each row, epoch ms. */
  readonly created: Float64Array;
  /** The searchable text of each row. */
  readonly searchTexts: readonly string[];
  readonly profiles: Profiles;
  /** Counts of all monitors, without any filter. */
  readonly counts: InventoryCounts;
  /** When the monitors that are down were first shown as down: the latest 20 times, newest first, ISO 8601 UTC. */
  readonly lastDown: readonly string[];
  readonly sorter: Sorter;
}

/**
 * Builds the index of a snapshot, which takes about 0.2 s for 100,000 monitors. To save time, unchanged data is reused
 * from the previous index. The new index does not reference the previous one.
 */
export function buildIndex(snapshot: Snapshot, previous: InventoryIndex | null): InventoryIndex {
  const { monitors } = snapshot;
  const created = Float64Array.from(monitors, ({ created_at }) => Date.parse(created_at));
  const previousRows = previous ? unchangedPreviousRows({ monitors, created }, previous) : null;
  const profiles = profilesOf(monitors);
  return {
    snapshot,
    created,
    searchTexts: monitors.map(
      (monitor, row) => previous?.searchTexts[previousRows?.[row] ?? -1] ?? searchTextOf(monitor),
    ),
    profiles,
    counts: countAll(profiles),
    lastDown: lastDownOf(snapshot),
    sorter: createSorter(
      monitors,
      previous && previousRows ? previous.sorter.ranksFor(previousRows) : new Map(),
    ),
  };
}

const LAST_DOWN_MAX = 20;

function lastDownOf({ shownDownAt }: Snapshot): string[] {
  const newestFirst = [...shownDownAt.values()].sort((a, b) => b - a);
  return newestFirst.slice(0, LAST_DOWN_MAX).map((instant) => new Date(instant).toISOString());
}

/** Returns the previous row of each row, or -1 when there is none or its search text has changed. */
function unchangedPreviousRows(
  rows: Pick<InventoryIndex, 'created'> & Pick<Snapshot, 'monitors'>,
  previous: InventoryIndex,
): Int32Array {
  const before = previous.snapshot.monitors;
  return matchPreviousRows(rows, { monitors: before, created: previous.created }).map((previousRow, row) => {
    const old = before[previousRow];
    const now = rows.monitors[row];
    return old && now && (old === now || sameSearchText(old, now)) ? previousRow : -1;
  });
}
