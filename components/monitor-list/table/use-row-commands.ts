import type { RefObject } from 'react';
import { useCommands } from '@/components/ui/commands';
import { focusedRow, moveRowFocus, rowLinks } from '@/components/ui/row-focus';
import { onAnyKeyboard } from '@/components/ui/typed-character';

interface RowActions {
  /** Copies the target of the row with this index. */
  onCopy: (place: number) => void;
  /** Shows the fresh rows; null when no changes are held. */
  onUpdate: (() => void) | null;
  /** Called when the focus moves up from the first row. */
  onLeaveTop: () => void;
}

/**
 * The keyboard commands of the rows: move the focus, open a monitor, copy its target, and show held changes.
 */
export function useRowCommands(
  container: RefObject<HTMLElement | null>,
  { onCopy, onUpdate, onLeaveTop }: RowActions,
): void {
  const hasRow = () => focusedRow(container.current) !== -1;
  /** Whether arrow keys move between rows; other elements have their own arrow key handling. */
  const isFree = () => {
    const focused = document.activeElement;
    // The focus is on the body, on the content element, or within the rows.
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
