import type { FacetListProps } from '@/components/monitor-list/filters/facet-list';
import { type ChangeKind, changeKinds } from '@/lib/contract/change-kinds';
import type { Facets } from '@/lib/contract/responses';
import { changeLabels } from './change-labels';
import type { ChangesFacet, ChangesUrlState } from './use-changes-url';

export const facetLabels: Record<ChangesFacet, string> = { kind: 'Change', type: 'Type', region: 'Region' };

/** The label of a value: kinds have their own labels, other values are shown as they are. */
export function facetValueLabel(facet: ChangesFacet, value: string): string {
  return facet === 'kind' && isKind(value) ? changeLabels[value] : value;
}

function isKind(value: string): value is ChangeKind {
  return changeKinds.some((kind) => kind === value);
}

/**
 * The filters with their values: all kinds, and the types and regions of the present monitors.
 *
 * @param facets undefined while unknown
 */
export function changesFacets(
  { url, setFacetValue, clearFilter }: Pick<ChangesUrlState, 'url' | 'setFacetValue' | 'clearFilter'>,
  facets: Facets | undefined,
): FacetListProps[] {
  const values: Record<ChangesFacet, readonly string[]> = {
    kind: changeKinds,
    type: Object.keys(facets?.type ?? {}),
    region: Object.keys(facets?.region ?? {}),
  };
  return (['kind', 'type', 'region'] as const).map((facet) => {
    const chosen: readonly string[] = url.filters[facet];
    return {
      label: facetLabels[facet],
      options: [...new Set([...values[facet], ...chosen])].map((value) => ({
        value,
        label: facetValueLabel(facet, value),
        count: null,
        chosen: chosen.includes(value) ? 'included' : null,
      })),
      excludable: false,
      onChoose: (value, choice) => setFacetValue(facet, value, choice !== null),
      onClear: () => clearFilter(facet),
    };
  });
}
