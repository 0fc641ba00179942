import { buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import { activeFilters } from './active-filters';
import type { FilterSheetProps } from './filter-sheet';

const loadSheet = () => import('./filter-sheet').then((file) => file.FilterSheet);

/** On narrow screens, the button of the filter sheet, with the number of filters except the search. */
export function FilterSheetButton(props: FilterSheetProps) {
  const count = activeFilters(props.urlState.url).filter(({ kind }) => kind !== 'search').length;
  return (
    <PopupButton
      kind="dialog"
      load={loadSheet}
      panel={props}
      trigger={{
        className: `${buttonClass()} max-sm:h-9! min-[1200px]:hidden ${count > 0 ? 'border-line-strong text-ink' : ''}`,
        children: `Filters${count > 0 ? ` (${count})` : ''}`,
      }}
    />
  );
}
