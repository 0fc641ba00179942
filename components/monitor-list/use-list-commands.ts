import { useCommands } from '@/components/ui/commands';
import { onAnyKeyboard } from '@/components/ui/typed-character';

interface ListCommands {
  onSearch: () => void;
  /** Undefined while it is not known how many pages there are. */
  pages: { page: number; last: number } | undefined;
  onPage: (page: number) => void;
  onTogglePause: () => void;
  onRefresh: () => void;
}

/** What can be done to the list by keyboard; walking its rows is the table's. */
export function useListCommands({ onSearch, pages, onPage, onTogglePause, onRefresh }: ListCommands): void {
  const turn = (step: 1 | -1) => {
    if (!pages) return;
    // From beyond the end, back is to the last page there is.
    const page = Math.min(pages.page + step, pages.last);
    if (page >= 1 && page !== pages.page) onPage(page);
  };
  useCommands(() => [
    {
      keys: onAnyKeyboard('/'),
      caps: ['/'],
      label: 'Search',
      group: 'Monitors',
      run: onSearch,
    },
    { keys: onAnyKeyboard('['), caps: ['['], label: 'Previous page', group: 'Monitors', run: () => turn(-1) },
    { keys: onAnyKeyboard(']'), caps: [']'], label: 'Next page', group: 'Monitors', run: () => turn(1) },
    {
      keys: 'p',
      caps: ['p'],
      label: 'Pause or resume auto-refresh',
      group: 'Monitors',
      inPalette: true,
      run: onTogglePause,
    },
    { keys: 'r', caps: ['r'], label: 'Refresh', group: 'Monitors', inPalette: true, run: onRefresh },
  ]);
}
