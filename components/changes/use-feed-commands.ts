import type { RefObject } from 'react';
import { useCommands } from '@/components/ui/commands';
import { focusedRow, moveRowFocus, rowLinks } from '@/components/ui/row-focus';
import { onAnyKeyboard } from '@/components/ui/typed-character';

interface FeedCommands {
  onSearch: () => void;
  /** Null: there is nothing unread. */
  onMarkAsRead: (() => void) | null;
  /** Null: there are no older changes. */
  onOlder: (() => void) | null;
}

/** The keyboard commands of the page of the changes. */
export function useFeedCommands(
  container: RefObject<HTMLElement | null>,
  { onSearch, onMarkAsRead, onOlder }: FeedCommands,
): void {
  const isFree = () => {
    const focused = document.activeElement;
    return focused?.contains(container.current) || container.current?.contains(focused) || false;
  };
  const group = 'Changes';
  const down = {
    group,
    repeats: true,
    run: () => moveRowFocus(container.current, 1),
    label: 'Next change',
  } as const;
  const up = {
    group,
    repeats: true,
    run: () => moveRowFocus(container.current, -1),
    label: 'Previous change',
  } as const;
  const open = {
    group,
    label: 'Open monitor, or show folded changes',
    when: () => focusedRow(container.current) !== -1,
    run: () => rowLinks(container.current)[focusedRow(container.current)]?.click(),
  } as const;
  useCommands(() => [
    { group, keys: onAnyKeyboard('/'), caps: ['/'], label: 'Search', run: onSearch },
    { ...down, keys: 'j', caps: ['j'] },
    { ...up, keys: 'k', caps: ['k'] },
    { ...down, keys: 'ArrowDown', caps: ['↓'], when: isFree },
    { ...up, keys: 'ArrowUp', caps: ['↑'], when: isFree },
    { ...open, keys: 'Enter', caps: ['Enter'] },
    { ...open, keys: 'o', caps: ['o'] },
    {
      group,
      keys: onAnyKeyboard(']'),
      caps: [']'],
      label: 'Show older changes',
      when: () => onOlder !== null,
      run: () => onOlder?.(),
    },
    {
      group,
      keys: 'e',
      caps: ['e'],
      label: 'Mark all as read',
      inPalette: true,
      when: () => onMarkAsRead !== null,
      run: () => onMarkAsRead?.(),
    },
  ]);
}
