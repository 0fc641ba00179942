import 'server-only';
import type { InventoryCounts } from '@/lib/contract/responses';
import { countAll, type Profiles, profilesOf } from './facet-profiles.ts';
import { matchPreviousRows } from './match-previous-rows.ts';
import { sameSearchText, searchTextOf } from './search-text.ts';
import type { Snapshot } from './snapshot.ts';
import { createSorter, type Sorter } from './sorting.ts';

/** A snapshot made ready for queries. A row is a position in `snapshot.monitors`. */
export interface InventoryIndex {
  readonly snapshot: Snapshot;
  /** `created_at` of each row, epoch milliseconds. */
  readonly created: Float64Array;
  /** Of each row what a search looks through. */
  readonly searchTexts: readonly string[];
  readonly profiles: Profiles;
  /** Of all monitors, whatever a query asks for. */
  readonly counts: InventoryCounts;
  /** When those were first shown down that went down last, the newest first, at most 20; ISO 8601 UTC. */
  readonly lastDown: readonly string[];
  readonly sorter: Sorter;
}

/**
 * Makes a snapshot ready for queries, about 0.2 s for 100,000 monitors. What has not changed since the previous index
 * is taken from it, which makes no difference but in time; the previous index is not held on to.
 */
export function buildIndex(snapshot: Snapshot, previous: InventoryIndex | null): InventoryIndex {
  const { monitors } = snapshot;
  const created = Float64Array.from(monitors, ({ created_at }) => Date.parse(created_at));
  const previousRows = previous ? unchangedOrigins({ monitors, created }, previous) : null;
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

const MOST_LAST_DOWN = 20;

function lastDownOf({ shownDownAt }: Snapshot): string[] {
  const newestFirst = [...shownDownAt.values()].sort((a, b) => b - a);
  return newestFirst.slice(0, MOST_LAST_DOWN).map((instant) => new Date(instant).toISOString());
}

/** For each row its row in the previous index, or -1 when there is none or its name or address is another. */
function unchangedOrigins(
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
