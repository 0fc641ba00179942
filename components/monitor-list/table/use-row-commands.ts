import type { RefObject } from 'react';
import { useCommands } from '@/components/ui/commands';
import { focusedRow, rowCommands } from '@/components/ui/row-focus';
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
  useCommands(() => [
    ...rowCommands(container, 'Monitors', ['Next row', 'Previous row', 'Open monitor'], onLeaveTop),
    {
      keys: 'c',
      caps: ['c'],
      label: 'Copy target',
      group: 'Monitors',
      when: () => focusedRow(container.current) !== -1,
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
