'use client';

import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** Rows of ids, each row from left to right. */
type Grid = readonly (readonly string[])[];

const walkingKeys: readonly string[] = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'];

/** Where an arrow key leads from one id of a grid; null: nowhere, or not a key that walks. */
export function stepIn(grid: Grid, from: string, key: string): string | null {
  const row = grid.findIndex((ids) => ids.includes(from));
  const column = grid[row]?.indexOf(from) ?? -1;
  if (row === -1) return null;
  const inRow = (index: number) => {
    const ids = grid[index];
    return ids?.[Math.min(column, ids.length - 1)] ?? null;
  };
  switch (key) {
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowUp':
      return inRow(row - 1);
    case 'ArrowRight':
      return grid[row]?.[column + 1] ?? null;
    case 'ArrowLeft':
      return grid[row]?.[column - 1] ?? null;
    case 'Home':
      return inRow(0);
    case 'End':
      return inRow(grid.length - 1);
    default:
      return null;
  }
}

/**
 * Makes rows of buttons one stop of the Tab key, walked with the arrows. Each button carries `data-walk` with its id
 * and the `tabIndex` given here; what lies around them carries the two handlers.
 */
export function useWalk(grid: Grid) {
  const [last, setLast] = useState<string | null>(null);
  const current = last !== null && grid.some((ids) => ids.includes(last)) ? last : grid[0]?.[0];
  return {
    tabIndexOf: (id: string): 0 | -1 => (id === current ? 0 : -1),
    handlers: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        if (target.dataset.walk !== undefined) setLast(target.dataset.walk);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const from = event.target instanceof HTMLElement ? event.target.dataset.walk : undefined;
        if (from === undefined || !walkingKeys.includes(event.key)) return;
        // At an end, too: the page's own commands must not take over what was walking.
        event.preventDefault();
        event.stopPropagation();
        const to = stepIn(grid, from, event.key);
        if (to === null) return;
        event.currentTarget.querySelector<HTMLElement>(`[data-walk="${CSS.escape(to)}"]`)?.focus();
      },
    },
  };
}
