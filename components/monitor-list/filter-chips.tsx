import type { RefObject } from 'react';
import { type Chip, ChipList } from '@/components/ui/chip-list';
import { activeFilters } from './active-filters';
import type { Facet } from './facets';
import type { MonitorsUrlState } from './use-monitors-url';

// Not in the component, because the compiler does not know dynamic imports.
const loadWords = () => import('@/lib/contract/search/search-filters');

/** The active filters of the list. Pressing the text of a chip turns the filter into words of the search. */
export function FilterChips(props: {
  urlState: MonitorsUrlState;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { urlState, field } = props;
  const { url, given, change, clear, reportShortened } = urlState;
  const editAsText = async (facet: Facet) => {
    const { addWords } = await loadWords();
    const q = addWords(url.q, facet, given[facet]);
    if (q === null) reportShortened(url.q, 'This filter cannot be written as words here.');
    else {
      change({ q, [facet]: null });
      field.current?.focus();
    }
  };
  const chips = activeFilters(url).map(({ facet, removal, ...filter }): Chip => {
    const chip = { ...filter, remove: () => change(removal) };
    if (facet === null || facet === 'rule' || facet === 'in_group') return chip;
    return { ...chip, edit: () => void editAsText(facet) };
  });
  return <ChipList chips={chips} onClear={clear} onEmptied={() => field.current?.focus()} />;
}
