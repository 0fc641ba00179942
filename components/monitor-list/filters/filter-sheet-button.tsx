import { buttonClass } from '@/components/ui/button';
import { useLazyPopup } from '@/components/ui/use-lazy-popup';
import { activeFilters } from './active-filters';
import type { FilterSheetProps } from './filter-sheet';

const loadSheet = () => import('./filter-sheet').then((file) => file.FilterSheet);

interface FilterSheetButtonProps extends Omit<FilterSheetProps, 'open' | 'onClose'> {
  /** Hides the button where there is room for the filters themselves. */
  className: string;
}

/**
 * On narrow screens, the button that opens the filter sheet, with the number of filters except the search.
 */
export function FilterSheetButton({ className, ...props }: FilterSheetButtonProps) {
  const sheet = useLazyPopup(loadSheet);
  const count = activeFilters(props.urlState.url).filter(({ kind }) => kind !== 'search').length;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.show}
        className={`${buttonClass()} max-sm:h-9! ${className} ${count > 0 ? 'border-line-strong text-ink' : ''}`}
      >
        Filters{count > 0 ? ` (${count})` : ''}
      </button>
      {sheet.render({ ...props, open: sheet.isOpen, onClose: () => sheet.setOpen(false) })}
    </>
  );
}
