import type { RefObject } from 'react';
import { useCommands } from '@/components/ui/commands';
import { onAnyKeyboard } from '@/components/ui/typed-character';
import { focusedRow, moveRowFocus, rowLinks } from './row-links';

interface RowActions {
  /** Copies what the row at this place checks. */
  onCopy: (place: number) => void;
  /** Shows the rows as they are now; null when they are shown so already. */
  onUpdate: (() => void) | null;
  /** Leads up from the first row. */
  onLeaveTop: () => void;
}

/** Moving through the rows, opening one, copying its target and updating held rows, all by keyboard. */
export function useRowCommands(
  container: RefObject<HTMLElement | null>,
  { onCopy, onUpdate, onLeaveTop }: RowActions,
): void {
  const hasRow = () => focusedRow(container.current) !== -1;
  /** Everywhere else the arrow keys have a meaning of their own. */
  const isFree = () => {
    const focused = document.activeElement;
    // On the body, on the page's content as a whole, or within the rows.
    return focused?.contains(container.current) || container.current?.contains(focused) || false;
  };
  const move = { group: 'Monitors', repeats: true } as const;
  const down = { ...move, run: () => moveRowFocus(container.current, 1), label: 'Next row' };
  const up = { ...move, run: () => moveRowFocus(container.current, -1), label: 'Previous row' };
  const open = {
    label: 'Open monitor',
    group: 'Monitors',
    when: hasRow,
    run: () => rowLinks(container.current)[focusedRow(container.current)]?.click(),
  } as const;
  useCommands(() => [
    { ...down, keys: 'j', caps: ['j'] },
    { ...up, keys: 'k', caps: ['k'] },
    { ...down, keys: 'ArrowDown', caps: ['↓'], when: isFree },
    {
      ...up,
      keys: 'ArrowUp',
      caps: ['↑'],
      when: isFree,
      run: () => (focusedRow(container.current) === 0 ? onLeaveTop() : up.run()),
    },
    { ...open, keys: 'Enter', caps: ['Enter'] },
    { ...open, keys: 'o', caps: ['o'] },
    {
      keys: 'c',
      caps: ['c'],
      label: 'Copy target',
      group: 'Monitors',
      when: hasRow,
      run: () => onCopy(focusedRow(container.current)),
    },
    {
      keys: onAnyKeyboard('.'),
      caps: ['.'],
      label: 'Apply pending updates',
      group: 'Monitors',
      when: () => onUpdate !== null,
      run: () => onUpdate?.(),
    },
  ]);
}
