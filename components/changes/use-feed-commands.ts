import type { RefObject } from 'react';
import { useCommands } from '@/components/ui/commands';
import { rowCommands } from '@/components/ui/row-focus';
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
  const group = 'Changes';
  useCommands(() => [
    { group, keys: onAnyKeyboard('/'), caps: ['/'], label: 'Search', run: onSearch },
    ...rowCommands(container, group, [
      'Next change',
      'Previous change',
      'Open monitor, or show folded changes',
    ]),
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
