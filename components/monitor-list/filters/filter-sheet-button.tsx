import { buttonClass } from '@/components/ui/button';
import { useLazyPopup } from '@/components/ui/use-lazy-popup';
import { activeFilters } from './active-filters';
import type { FilterSheetProps } from './filter-sheet';

const loadSheet = () => import('./filter-sheet').then((file) => file.FilterSheet);

/** Where the filters have no room: opens the sheet with all filters, and says how many are set beside the search. */
export function FilterSheetButton(props: Omit<FilterSheetProps, 'open' | 'onClose'>) {
  const sheet = useLazyPopup(loadSheet);
  const set = activeFilters(props.urlState.url).filter(({ kind }) => kind !== 'search').length;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.show}
        className={`${buttonClass()} max-sm:h-9! min-[1100px]:hidden ${set > 0 ? 'border-line-strong text-ink' : ''}`}
      >
        Filters{set > 0 ? ` (${set})` : ''}
      </button>
      {sheet.render({ ...props, open: sheet.isOpen, onClose: () => sheet.setOpen(false) })}
    </>
  );
}
