import { conditionLabels } from '@/components/monitor/condition-labels';
import type { Facets } from '@/lib/contract/answers';
import { conditionSchema } from '@/lib/contract/conditions';
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
];

/** The values of a facet with their counts; one that is asked for stays, though nothing has it any more. */
export function manyOptions(
  facet: ManyFacet,
  counts: Readonly<Record<string, number>>,
  asked: readonly string[],
): FacetOption[] {
  const values = new Set([...Object.keys(counts), ...asked.map((value) => value.replace(/^-/, ''))]);
  return [...values].map((value) => ({
    value,
    label: valueLabel(facet, value),
    count: counts[value] ?? 0,
    chosen: asked.includes(value) ? 'included' : asked.includes(`-${value}`) ? 'excluded' : null,
  }));
}

export function flagOptions(
  counts: Readonly<Record<string, number>>,
  asked: 'true' | 'false' | null,
): FacetOption[] {
  return (['true', 'false'] as const).map((value) => ({
    value,
    label: value === 'true' ? 'Yes' : 'No',
    count: counts[value] ?? 0,
    chosen: asked === value ? 'included' : null,
  }));
}

/** What a value is called: conditions have words of their own, all others are shown as they came. */
export function valueLabel(facet: ManyFacet, value: string): string {
  const condition = facet === 'condition' ? conditionSchema.safeParse(value).data : undefined;
  return condition ? conditionLabels[condition] : value;
}

/** Every filter with its values, ready to be shown in a popup or in a sheet. @param facets undefined while not known */
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
  // Whether a monitor is active is a condition, too: a list of its own would offer one filter twice.
  const flags = flagFacets
    .filter(({ facet }) => facet !== 'is_active')
    .map(
      ({ facet, label }): FacetListProps => ({
        label,
        options: flagOptions(facets?.[facet] ?? {}, urlState.url[facet]),
        // Shutting one state out would be asking for the other.
        excludable: false,
        onChoose: (value, chosen) =>
          urlState.setFlag(facet, chosen === null ? null : value === 'true' ? 'true' : 'false'),
        onClear: () => urlState.setFlag(facet, null),
      }),
    );
  return [...many, ...flags];
}
