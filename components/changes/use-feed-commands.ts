import type { RefObject } from 'react';
import { useCommands } from '@/components/ui/commands';
import { rowCommands } from '@/components/ui/row-focus';
import { onAnyKeyboard } from '@/components/ui/typed-character';

const group = 'Changes';

/** The keyboard commands of the page of the changes. Null: there is nothing unread, or nothing older. */
export function useFeedCommands(
  container: RefObject<HTMLElement | null>,
  run: { search: () => void; markAsRead: (() => void) | null; showOlder: (() => void) | null },
): void {
  useCommands(() => [
    { group, keys: onAnyKeyboard('/'), label: 'Search', run: run.search },
    ...rowCommands(container, group, [
      'Next change',
      'Previous change',
      'Open monitor, or show folded changes',
    ]),
    {
      ...{ group, keys: onAnyKeyboard(']'), label: 'Show older changes' },
      when: () => run.showOlder !== null,
      run: () => run.showOlder?.(),
    },
    {
      ...{ group, keys: 'e', label: 'Mark all as read', inPalette: true },
      when: () => run.markAsRead !== null,
      run: () => run.markAsRead?.(),
    },
  ]);
}
