'use client';

import { useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { createSource, useLoaded } from '@/components/ui/lazy-parts';
import { activeFilters } from './active-filters';
import type { FilterSheetProps } from './filter-sheet';

const source = createSource(() => import('./filter-sheet'));

/** On a phone: opens the sheet with all filters, and says how many are set beside the search. */
export function FilterSheetButton(props: Omit<FilterSheetProps, 'open' | 'onClose'>) {
  const [open, setOpen] = useState(false);
  const sheet = useLoaded(source);
  const set = activeFilters(props.view.url).filter(({ kind }) => kind !== 'search').length;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          source.load();
          setOpen(true);
        }}
        className={`${buttonClass()} h-9! sm:hidden ${set > 0 ? 'border-line-strong text-ink' : ''}`}
      >
        Filters{set > 0 ? ` (${set})` : ''}
      </button>
      {sheet ? <sheet.FilterSheet {...props} open={open} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
