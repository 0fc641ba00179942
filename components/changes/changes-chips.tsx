import { type Chip, ChipList } from '@/components/ui/chip-list';
import { facetLabels, facetValueLabel } from './changes-facets';
import type { ChangesUrlState } from './use-changes-url';

interface ChangesChipsProps {
  urlState: ChangesUrlState;
  /** The name of the monitor of the filter; null: unknown. */
  monitorName: string | null;
  /** See `ChipList`. */
  onEmptied: () => void;
}

/** The active filters of the changes as chips. */
export function ChangesChips({ urlState, monitorName, onEmptied }: ChangesChipsProps) {
  const chips = chipsOf(urlState, monitorName);
  return <ChipList chips={chips} onClear={urlState.clear} onEmptied={onEmptied} />;
}

function chipsOf({ url, setFacetValue, clearFilter }: ChangesUrlState, monitorName: string | null): Chip[] {
  const { q, monitor } = url.filters;
  const single = (name: 'q' | 'monitor', field: string, text: string | undefined): Chip[] =>
    text === undefined ? [] : [{ key: name, field, text, remove: () => clearFilter(name) }];
  const facets = (['kind', 'type', 'region'] as const).flatMap((facet) =>
    url.filters[facet].map((value) => ({
      key: `${facet} ${value}`,
      field: facetLabels[facet],
      text: facetValueLabel(facet, value),
      remove: () => setFacetValue(facet, value, false),
    })),
  );
  return [
    ...single('q', 'Search', q),
    ...single('monitor', 'Monitor', monitor === undefined ? undefined : (monitorName ?? monitor)),
    ...facets,
  ];
}
