import 'server-only';
import { conditions } from '../../contract/conditions.ts';
import type { InventorySort } from '../../contract/inventory-sorts.ts';
import type { InventoryMonitor } from './compact-row.ts';
import { type Ordering, orderByKeys } from './ordering.ts';
import { NO_TEXT, NOT_RANKED, rankTexts } from './text-ranks.ts';

type TextSort = 'name' | 'type' | 'target' | 'region' | 'last_status';

/** The texts that are sorted by, as the table shows them. */
const texts: Record<TextSort, (monitor: InventoryMonitor) => string | null> = {
  name: ({ name }) => name,
  type: ({ type }) => type,
  target: ({ target, port }) => (port === null ? target : `${target}:${port}`),
  region: ({ regions }) => (regions.length === 0 ? null : regions.join(', ')),
  last_status: ({ last_status }) => last_status,
};

/** More than any epoch milliseconds until the year 2248, so that the condition outweighs the time. */
const ABOVE_TIMES = 2 ** 43;

const numbers: Record<Exclude<InventorySort, TextSort>, (monitor: InventoryMonitor) => number | null> = {
  attention: ({ condition, observed_since }) =>
    conditions.indexOf(condition) * ABOVE_TIMES + Date.parse(observed_since),
  interval: ({ interval }) => interval,
  last_check_at: ({ last_check_at }) => (last_check_at === null ? null : Date.parse(last_check_at)),
  last_response_time_ms: ({ last_response_time_ms }) => last_response_time_ms,
  created_at: ({ created_at }) => Date.parse(created_at),
  updated_at: ({ updated_at }) => Date.parse(updated_at),
};

const isTextSort = (sort: InventorySort): sort is TextSort => Object.hasOwn(texts, sort);

/** Their texts nearly all differ, so that ranking them costs most; they also seldom change. */
const rankedOnwards = ['name', 'target'] as const satisfies readonly TextSort[];

/** Ranks of an earlier snapshot's rows, put to the rows of the next: see `rankTexts`. */
export type EarlierRanks = ReadonlyMap<TextSort, Uint32Array>;

/** The orders of one snapshot's rows, each made when it is first asked for. */
export interface Sorter {
  ordering(sort: InventorySort): Ordering;
  /**
   * What the sorter of the next snapshot can start from.
   *
   * @param origin for each row of the next snapshot the row here that has the same name and address, or -1
   */
  ranksFor(origin: Int32Array): EarlierRanks;
}

export function createSorter(monitors: readonly InventoryMonitor[], earlier: EarlierRanks): Sorter {
  const ranks = new Map(earlier);
  const orderings = new Map<InventorySort, Ordering>();

  function keysOf(sort: InventorySort): Float64Array {
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
      const made = orderings.get(sort) ?? orderByKeys(keysOf(sort));
      orderings.set(sort, made);
      return made;
    },
    ranksFor(origin) {
      const onwards = new Map<TextSort, Uint32Array>();
      for (const sort of rankedOnwards) {
        const rankOf = ranks.get(sort);
        if (rankOf)
          onwards.set(
            sort,
            Uint32Array.from(origin, (row) => rankOf[row] ?? NOT_RANKED),
          );
      }
      return onwards;
    },
  };
}
