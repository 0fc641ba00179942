import type { FacetOption } from '@/components/ui/facet-popup';
import { conditionSchema } from '@/lib/contract/vocabulary';
import { conditionWords } from './condition-words';
import type { FlagFacet, ManyFacet } from './use-monitors-url';

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
    label: labelOf(facet, value),
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

function labelOf(facet: ManyFacet, value: string): string {
  const condition = facet === 'condition' ? conditionSchema.safeParse(value).data : undefined;
  return condition ? conditionWords[condition] : value;
}
