import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** Rows of ids, each row from left to right. */
type Grid = readonly (readonly string[])[];

const gridKeys: readonly string[] = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'];

/** Where an arrow key leads from one id of a grid; null: nowhere, or not a key of the grid. */
export function nextInGrid(grid: Grid, from: string, key: string): string | null {
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
 * Roving tabindex: makes rows of controls one stop of the Tab key, in which the arrow keys move the focus. Each control
 * takes the props that `itemProps` gives for its id; the element around them takes `containerProps`.
 */
export function useRovingFocus(grid: Grid) {
  const [last, setLast] = useState<string | null>(null);
  const current = last !== null && grid.some((ids) => ids.includes(last)) ? last : grid[0]?.[0];
  return {
    itemProps: (id: string): RovingItemProps => ({
      'data-roving-id': id,
      tabIndex: id === current ? 0 : -1,
    }),
    containerProps: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        if (target.dataset.rovingId !== undefined) setLast(target.dataset.rovingId);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const from = event.target instanceof HTMLElement ? event.target.dataset.rovingId : undefined;
        if (from === undefined || !gridKeys.includes(event.key)) return;
        // At an end, too: otherwise the page's own arrow key commands would take the key.
        event.preventDefault();
        event.stopPropagation();
        const to = nextInGrid(grid, from, event.key);
        if (to === null) return;
        event.currentTarget.querySelector<HTMLElement>(`[data-roving-id="${CSS.escape(to)}"]`)?.focus();
      },
    },
  };
}

/** What a control of a roving focus carries. */
export interface RovingItemProps {
  'data-roving-id': string;
  tabIndex: 0 | -1;
}
