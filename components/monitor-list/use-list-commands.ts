import { useCommands } from '@/components/ui/commands';
import { onAnyKeyboard } from '@/components/ui/typed-character';

interface ListCommands {
  onSearch: () => void;
  /** The current and the last page; undefined while unknown. */
  pages: { page: number; last: number } | undefined;
  onPage: (page: number) => void;
  onTogglePause: () => void;
  onRefresh: () => void;
}

/** The keyboard commands of the list, except those of the rows; see `useRowCommands`. */
export function useListCommands({ onSearch, pages, onPage, onTogglePause, onRefresh }: ListCommands): void {
  const changePage = (step: 1 | -1) => {
    if (!pages) return;
    // From a page past the end, Previous leads to the last page.
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
    {
      keys: onAnyKeyboard('['),
      caps: ['['],
      label: 'Previous page',
      group: 'Monitors',
      run: () => changePage(-1),
    },
    {
      keys: onAnyKeyboard(']'),
      caps: [']'],
      label: 'Next page',
      group: 'Monitors',
      run: () => changePage(1),
    },
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
