import { flappingMeaning } from '@/components/monitor/condition-labels';
import { conditionLabels, conditionSchema } from '@/lib/contract/conditions';
import type { Facets } from '@/lib/contract/responses';
import type { FacetListProps, FacetOption } from './filters/facet-list';
import type { FlagFacet, ManyFacet, MonitorsUrlState } from './use-monitors-url';

export const manyFacets: readonly { facet: ManyFacet; label: string }[] = [
  { facet: 'condition', label: 'Condition' },
  { facet: 'type', label: 'Type' },
  { facet: 'region', label: 'Region' },
];

export const flagFacets: readonly { facet: FlagFacet; label: string }[] = [
  { facet: 'is_active', label: 'Active' },
  { facet: 'maintenance_mode', label: 'Maintenance' },
  { facet: 'flapping', label: 'Flapping' },
];

/** The values of a facet with their counts, including selected values that no monitor has any more. */
export function manyOptions(
  facet: ManyFacet,
  counts: Readonly<Record<string, number>>,
  selected: readonly string[],
): FacetOption[] {
  const values = new Set([...Object.keys(counts), ...selected.map((value) => value.replace(/^-/, ''))]);
  return [...values].map((value) => ({
    value,
    label: valueLabel(facet, value),
    count: counts[value] ?? 0,
    chosen: selected.includes(value) ? 'included' : selected.includes(`-${value}`) ? 'excluded' : null,
  }));
}

/** The options Yes and No of a boolean facet. */
export function flagOptions(
  counts: Readonly<Record<string, number>>,
  selected: 'true' | 'false' | null,
): FacetOption[] {
  return (['true', 'false'] as const).map((value) => ({
    value,
    label: value === 'true' ? 'Yes' : 'No',
    count: counts[value] ?? 0,
    chosen: selected === value ? 'included' : null,
  }));
}

/** The label of a facet value: conditions have their own labels, other values are shown as they are. */
export function valueLabel(facet: ManyFacet, value: string): string {
  const condition = facet === 'condition' ? conditionSchema.safeParse(value).data : undefined;
  return condition ? conditionLabels[condition] : value;
}

/**
 * All filters with their options, for a popup or the sheet.
 *
 * @param facets the counts; undefined while unknown
 */
export function facetLists(urlState: MonitorsUrlState, facets: Facets | undefined): FacetListProps[] {
  const many = manyFacets.map(
    ({ facet, label }): FacetListProps => ({
      label,
      options: manyOptions(facet, facets?.[facet] ?? {}, urlState.url[facet]),
      excludable: true,
      onChoose: (value, chosen) => urlState.setFacetValue(facet, value, chosen),
      onClear: () => urlState.setFacet(facet, null),
    }),
  );
  const flags = flagFacets
    // The facet is_active has no list, because the condition Inactive is the same filter.
    .filter(({ facet }) => facet !== 'is_active')
    .map(
      ({ facet, label }): FacetListProps => ({
        label,
        hint: facet === 'flapping' ? flappingMeaning : undefined,
        options: flagOptions(facets?.[facet] ?? {}, urlState.url[facet]),
        // Excluding one value would be the same as selecting the other.
        excludable: false,
        onChoose: (value, chosen) =>
          urlState.setFlag(facet, chosen === null ? null : value === 'true' ? 'true' : 'false'),
        onClear: () => urlState.setFlag(facet, null),
      }),
    );
  return [...many, ...flags];
}
