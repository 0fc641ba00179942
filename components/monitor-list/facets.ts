import type { MonitorsUrl } from '@/lib/client/monitors-url';
import { conditionLabels, conditionSchema, flappingMeaning } from '@/lib/contract/conditions';
import { isFlagFacet, isSettingFacet } from '@/lib/contract/inventory-query';
import type { Facets } from '@/lib/contract/responses';
import { formatTimeout } from '@/lib/text/format-timeout';
import type { MonitorsUrlState } from './use-monitors-url';

export type Facet = keyof Facets;

/** One value of a facet: the number of monitors (null: not shown), and whether the value is included, excluded, or neither. */
export interface FacetOption {
  value: string;
  label: string;
  count: number | null;
  chosen: 'included' | 'excluded' | null;
}

export interface FacetListProps {
  label: string;
  /** The rule of the field, as a tooltip of its button. */
  hint?: string | undefined;
  options: readonly FacetOption[];
  /** Whether values can be excluded. */
  excludable: boolean;
  onChoose: (value: string, chosen: FacetOption['chosen']) => void;
  onClear: () => void;
}

export function isChosen({ chosen }: FacetOption): boolean {
  return chosen !== null;
}

/** The filters with their labels, in the order of the toolbar. */
export const facetLabels = {
  condition: 'Condition',
  type: 'Type',
  region: 'Region',
  is_active: 'Active',
  flapping: 'Flapping',
  maintenance_mode: 'Maintenance',
  http_method: 'Method',
  expected_status_codes: 'Expected status',
  follow_redirects: 'Redirects',
  timeout_ms: 'Timeout',
} as const satisfies Record<Facet, string>;
const isFacet = (name: string): name is Facet => name in facetLabels;
export const facets = Object.keys(facetLabels).filter(isFacet);

export type FilterUrl = Pick<MonitorsUrl, Facet | 'q' | 'rule' | 'group' | 'name_part' | 'in_group'>;

const settingLabels = new Map([
  ['default', 'Not set'],
  ['unknown', 'Unknown'],
  ['none', 'None'],
  ['true', 'Followed'],
  ['false', 'Not followed'],
]);

/** The label of a value: conditions and settings have their own labels, other values are shown as they are. */
export function valueLabel(facet: Facet, value: string): string {
  if (isFlagFacet(facet)) return value === 'true' ? 'Yes' : 'No';
  if (isSettingFacet(facet)) {
    const isTime = facet === 'timeout_ms' && /^\d+$/.test(value);
    return settingLabels.get(value) ?? (isTime ? formatTimeout(Number(value)) : value);
  }
  const condition = facet === 'condition' ? conditionSchema.safeParse(value).data : undefined;
  return condition ? conditionLabels[condition] : value;
}

/** The values of a facet in the URL, excluded ones with a hyphen. */
export function valuesIn(url: FilterUrl, facet: Facet): readonly string[] {
  return [url[facet] ?? []].flat();
}

/** The change that includes or excludes a value, or neither (null). A flag has one value. */
export function choice(url: FilterUrl, facet: Facet, value: string, chosen: FacetOption['chosen']) {
  const isOther = (other: string) => !isFlagFacet(facet) && other !== value && other !== `-${value}`;
  const others = valuesIn(url, facet).filter(isOther);
  const added = chosen === null ? [] : [chosen === 'included' ? value : `-${value}`];
  return { [facet]: [...others, ...added] };
}

/** How many values of facets are chosen. */
export function countChosen(url: FilterUrl): number {
  return facets.flatMap((facet) => valuesIn(url, facet)).length;
}

/** The values of a facet with their counts, including selected values that no monitor has any more. */
export function facetOptions(
  facet: Facet,
  counts: ReadonlyMap<string, number> | undefined,
  selected: readonly string[],
): FacetOption[] {
  const known = isFlagFacet(facet) ? ['true', 'false'] : [...(counts?.keys() ?? [])];
  return [...new Set([...known, ...selected.map((value) => value.replace(/^-/, ''))])].map((value) => ({
    value,
    label: valueLabel(facet, value),
    count: counts?.get(value) ?? 0,
    chosen: selected.includes(value) ? 'included' : selected.includes(`-${value}`) ? 'excluded' : null,
  }));
}

/**
 * All filters with their options, for a popup or the sheet, except `is_active`: the condition Inactive is the same filter.
 *
 * @param counts undefined while unknown
 * @param ofSettings whether to return the filters of settings that the list of the API omits, or the others
 */
export function facetLists(
  { url, change }: MonitorsUrlState,
  counts: Facets | undefined,
  ofSettings = false,
): FacetListProps[] {
  return facets
    .filter((facet) => facet !== 'is_active' && isSettingFacet(facet) === ofSettings)
    .map((facet) => ({
      label: facetLabels[facet],
      hint: facet === 'flapping' ? `Its ${flappingMeaning}` : undefined,
      options: facetOptions(facet, counts?.[facet], valuesIn(url, facet)),
      // Excluding one value of a flag would be the same as selecting the other.
      excludable: !isFlagFacet(facet),
      onChoose: (value, chosen) => change(choice(url, facet, value, chosen)),
      onClear: () => change({ [facet]: null }),
    }));
}
