import { type RefObject, useEffect, useState } from 'react';
import { type Chip, ChipList } from '@/components/ui/chip-list';
import type { takeFilters } from '@/lib/contract/search/search-filters';
import { activeFilters } from './facets';
import type { MonitorsUrlState } from './use-monitors-url';

// Not in the component, because the compiler does not know dynamic imports.
const loadTakeFilters = () => import('@/lib/contract/search/search-filters').then((file) => file.takeFilters);

/** The active filters of the list. Pressing the text of a search with words that mean filters turns them into filters. */
export function FilterChips(props: {
  urlState: MonitorsUrlState;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { urlState, field } = props;
  const { url, change, clear, write } = urlState;
  const taken = useTakenFilters(urlState);
  const toFilters =
    taken &&
    (() => write({ ...taken.filters, q: taken.q === '' ? null : [taken.q], page: null, view: null }));
  const chips = activeFilters(url).map(
    ({ key, field, text, facet, removal }): Chip => ({
      key,
      field,
      text,
      remove: () => change(removal),
      toFilters: facet === null ? (toFilters ?? undefined) : undefined,
    }),
  );
  return <ChipList chips={chips} onClear={clear} onEmptied={() => field.current?.focus()} />;
}

/** The search without the words that mean filters, and these filters; null: there are none. The parser is loaded for words with a colon. */
function useTakenFilters({ url, given }: MonitorsUrlState): ReturnType<typeof takeFilters> {
  const [parse, setParse] = useState<typeof takeFilters | null>(null);
  const hasField = url.q.includes(':');
  useEffect(() => {
    if (!hasField) return;
    loadTakeFilters().then(
      (loaded) => setParse(() => loaded),
      () => {},
    );
  }, [hasField]);
  return parse === null || !hasField ? null : parse(url.q, given);
}
