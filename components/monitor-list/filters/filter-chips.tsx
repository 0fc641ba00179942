import { ChipList } from '@/components/ui/chip-list';
import type { MonitorsUrlState } from '../use-monitors-url';
import { activeFilters, dropFilter } from './active-filters';

/** The active filters of the list as chips. @param props.onEmptied see `ChipList` */
export function FilterChips({ urlState, onEmptied }: { urlState: MonitorsUrlState; onEmptied: () => void }) {
  const chips = activeFilters(urlState.url).map((filter) => ({
    ...filter,
    remove: () => dropFilter(urlState, filter),
  }));
  return <ChipList chips={chips} onClear={urlState.clear} onEmptied={onEmptied} />;
}
