import { buttonClass } from '@/components/ui/button';
import { useLazyPopup } from '@/components/ui/use-lazy-popup';
import { activeFilters } from './active-filters';
import type { FilterSheetProps } from './filter-sheet';

const loadSheet = () => import('./filter-sheet').then((file) => file.FilterSheet);

/**
 * On narrow screens, the button that opens the filter sheet, with the number of filters except the search.
 */
export function FilterSheetButton(props: Omit<FilterSheetProps, 'open' | 'onClose'>) {
  const sheet = useLazyPopup(loadSheet);
  const count = activeFilters(props.urlState.url).filter(({ kind }) => kind !== 'search').length;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.show}
        className={`${buttonClass()} max-sm:h-9! min-[1200px]:hidden ${count > 0 ? 'border-line-strong text-ink' : ''}`}
      >
        Filters{count > 0 ? ` (${count})` : ''}
      </button>
      {sheet.render({ ...props, open: sheet.isOpen, onClose: () => sheet.setOpen(false) })}
    </>
  );
}
