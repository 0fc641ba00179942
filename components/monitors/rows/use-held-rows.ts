'use client';

import { useState } from 'react';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorRow } from '../table/columns';
import { holdRows } from './hold-rows';

interface HeldRows {
  rows: readonly MonitorRow[];
  /** How many rows wait to move, come or go. */
  changed: number;
  /** Shows the rows as they are now. */
  apply: () => void;
}

/**
 * The rows to show: as fresh as they come, or held in place while somebody works with them.
 *
 * @param answered which query the fresh rows answer; null while they are still those of the one before. Another
 *   query is another list, and nothing of the old one is held.
 */
export function useHeldRows(
  fresh: readonly ListedMonitor[],
  answered: string | null,
  holding: boolean,
): HeldRows {
  const [held, setHeld] = useState({ answered, shown: fresh });
  const query = answered ?? held.answered;
  const hold = holding && query === held.answered && held.shown.length > 0;
  const { rows, changed } = holdRows(hold ? held.shown : fresh, fresh, ({ monitor_uuid }) => monitor_uuid);
  const isNew = rows.length !== held.shown.length || rows.some(({ row }, at) => row !== held.shown[at]);
  // What is shown now is where the next answer starts from: a row that has gone is remembered with it.
  if (isNew || query !== held.answered) setHeld({ answered: query, shown: rows.map(({ row }) => row) });
  return {
    rows: rows.map(({ row, gone }) => ({ monitor: row, gone })),
    changed,
    apply: () => setHeld({ answered: query, shown: fresh }),
  };
}
