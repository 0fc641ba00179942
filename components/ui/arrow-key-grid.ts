import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** Rows of ids, each row from left to right. */
type Grid = readonly (readonly string[])[];

const gridKeys: readonly string[] = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'];

/** The id that a key moves to; null at the edge of the grid and for other keys. */
export function nextInGrid(grid: Grid, from: string, key: string): string | null {
  const row = grid.findIndex((ids) => ids.includes(from));
  const column = grid[row]?.indexOf(from) ?? -1;
  if (row === -1 || !gridKeys.includes(key)) return null;
  if (key === 'ArrowRight') return grid[row]?.[column + 1] ?? null;
  if (key === 'ArrowLeft') return grid[row]?.[column - 1] ?? null;
  const to = { ArrowDown: row + 1, ArrowUp: row - 1, Home: 0 }[key] ?? grid.length - 1;
  return grid[to]?.[column] ?? grid[to]?.at(-1) ?? null;
}

/**
 * Roving tabindex: makes rows of controls one tab stop, in which the arrow keys move the focus. Each control
 * gets the props of `itemProps(id)`, and the element around them those of `containerProps`.
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
        if (from === undefined || event.altKey || !gridKeys.includes(event.key)) return;
        // Also at the edge, because otherwise the arrow key commands of the page would run.
        event.preventDefault();
        event.stopPropagation();
        const controlOf = (id: string) =>
          event.currentTarget.querySelector<HTMLElement>(`[data-roving-id="${CSS.escape(id)}"]`);
        let to = nextInGrid(grid, from, event.key);
        // A control that is not displayed, such as that of a column that gives way in a narrow window, is skipped.
        while (to !== null && controlOf(to)?.checkVisibility() === false) {
          const after = nextInGrid(grid, to, event.key);
          to = after === to ? null : after;
        }
        if (to !== null) controlOf(to)?.focus();
      },
    },
  };
}

export interface RovingItemProps {
  'data-roving-id': string;
  tabIndex: 0 | -1;
}
