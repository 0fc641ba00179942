import 'server-only';
import { conditionSince, conditions } from '../../../contract/conditions.ts';
import type { InventorySort } from '../../../contract/inventory-sorts.ts';
import type { InventoryMonitor } from '../snapshot/compact-row.ts';
import { type Ordering, orderByKeys } from './ordering.ts';
import { NO_TEXT, NOT_RANKED, rankTexts } from './text-ranks.ts';

type TextSort = 'name' | 'type' | 'target' | 'region' | 'last_status';

/** The texts of text sorts, as shown in the table. */
const texts: Record<TextSort, (monitor: InventoryMonitor) => string | null> = {
  name: ({ name }) => name,
  type: ({ type }) => type,
  target: ({ target, port }) => (port === null ? target : `${target}:${port}`),
  region: ({ regions }) => (regions.length === 0 ? null : regions.join(', ')),
  last_status: ({ last_status }) => last_status,
};

/** Larger than the milliseconds of the years 0 to 9999, so that the condition outweighs any time of the API. */
const CONDITION_WEIGHT = 2 ** 50;

/** Sort key of `attention`: by condition, then the latest change first, because it has just failed. */
function attentionOf(monitor: InventoryMonitor): number {
  return (conditions.indexOf(monitor.condition) + 1) * CONDITION_WEIGHT - Date.parse(conditionSince(monitor));
}

const instantOf = (time: string | null) => (time === null ? null : Date.parse(time));

type NumberSort = Exclude<InventorySort, TextSort | 'relevance'>;

const numbers: Record<NumberSort, (monitor: InventoryMonitor) => number | null> = {
  attention: attentionOf,
  interval: ({ interval }) => interval,
  last_check_at: ({ last_check_at }) => instantOf(last_check_at),
  last_response_time_ms: ({ last_response_time_ms }) => last_response_time_ms,
  created_at: ({ created_at }) => instantOf(created_at),
  updated_at: ({ updated_at }) => instantOf(updated_at),
  observed_since: (monitor) => Date.parse(conditionSince(monitor)),
  changed: ({ changed_at }) => instantOf(changed_at),
};

const isTextSort = (sort: TextSort | NumberSort): sort is TextSort => Object.hasOwn(texts, sort);

/** Sorts whose ranks are reused: their texts are mostly distinct, which makes ranking expensive, and rarely change. */
const reusedSorts = ['name', 'target'] as const satisfies readonly TextSort[];

/** Ranks of an earlier snapshot, mapped to the rows of the next: see `rankTexts`. */
export type EarlierRanks = ReadonlyMap<TextSort, Uint32Array>;

/** The orderings of the rows of one snapshot, computed lazily. */
export interface Sorter {
  ordering(sort: InventorySort): Ordering;
  /**
   * Returns the ranks that the sorter of the next snapshot can reuse.
   *
   * @param previousRows for each row of the next snapshot the row here with the same name and address, or -1
   */
  ranksFor(previousRows: Int32Array): EarlierRanks;
}

export function createSorter(monitors: readonly InventoryMonitor[], earlier: EarlierRanks): Sorter {
  const ranks = new Map(earlier);
  const orderings = new Map<InventorySort, Ordering>();

  function keysOf(sort: TextSort | NumberSort): Float64Array {
    const keys = new Float64Array(monitors.length);
    if (!isTextSort(sort)) {
      for (const [row, monitor] of monitors.entries()) keys[row] = numbers[sort](monitor) ?? Number.NaN;
      return keys;
    }
    const textAt = (row: number) => {
      const monitor = monitors[row];
      return monitor ? texts[sort](monitor) : null;
    };
    const rankOf = rankTexts(monitors.length, textAt, earlier.get(sort));
    ranks.set(sort, rankOf);
    for (const [row, rank] of rankOf.entries()) keys[row] = rank === NO_TEXT ? Number.NaN : rank;
    return keys;
  }

  return {
    ordering(sort) {
      // `relevance` depends on the search. `query.ts` sorts by it on top of this order.
      const key = sort === 'relevance' ? 'attention' : sort;
      const ordering = orderings.get(key) ?? orderByKeys(keysOf(key));
      orderings.set(key, ordering);
      return ordering;
    },
    ranksFor(previousRows) {
      const reused = new Map<TextSort, Uint32Array>();
      for (const sort of reusedSorts) {
        const rankOf = ranks.get(sort);
        if (rankOf)
          reused.set(
            sort,
            Uint32Array.from(previousRows, (row) => rankOf[row] ?? NOT_RANKED),
          );
      }
      return reused;
    },
  };
}
