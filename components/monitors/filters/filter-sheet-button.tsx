'use client';

import { buttonClass } from '@/components/ui/button';
import { createSource } from '@/components/ui/lazy-parts';
import { useLazyDialog } from '@/components/ui/use-lazy-dialog';
import { activeFilters } from './active-filters';
import type { FilterSheetProps } from './filter-sheet';

const source = createSource(() => import('./filter-sheet'));

/** On a phone: opens the sheet with all filters, and says how many are set beside the search. */
export function FilterSheetButton(props: Omit<FilterSheetProps, 'open' | 'onClose'>) {
  const { parts, isOpen, show, close } = useLazyDialog(source);
  const set = activeFilters(props.view.url).filter(({ kind }) => kind !== 'search').length;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={show}
        className={`${buttonClass()} h-9! sm:hidden ${set > 0 ? 'border-line-strong text-ink' : ''}`}
      >
        Filters{set > 0 ? ` (${set})` : ''}
      </button>
      {parts ? <parts.FilterSheet {...props} open={isOpen} onClose={close} /> : null}
    </>
  );
}
