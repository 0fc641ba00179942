import { conditionSchema } from '../conditions.ts';
import type { SearchAtom } from './parse-search.ts';
import type { SearchField } from './search-fields.ts';

const flags = { active: 'is_active', maintenance: 'maintenance_mode', flapping: 'flapping' } as const;
const isFlag = (value: string): value is keyof typeof flags => Object.hasOwn(flags, value);

const facets = {
  type: 'type',
  region: 'region',
  method: 'http_method',
  code: 'expected_status_codes',
  redirects: 'follow_redirects',
  timeout: 'timeout_ms',
} as const;
const hasFacet = (field: string): field is keyof typeof facets => Object.hasOwn(facets, field);

export type FacetName =
  | (typeof facets)[keyof typeof facets]
  | (typeof flags)[keyof typeof flags]
  | 'condition';

/** Returns the filter value that means the same as a field with a value; null when there is none. */
export function facetOfField(field: SearchField, value: string): { facet: FacetName; value: string } | null {
  if (field === 'is') {
    if (isFlag(value)) return { facet: flags[value], value: 'true' };
    return { facet: 'condition', value: conditionSchema.parse(value) };
  }
  if (!hasFacet(field) || (field === 'code' && value.endsWith('xx'))) return null;
  return { facet: facets[field], value };
}

/** Returns the filter value that means the same as a word without its hyphen; null when there is none. */
export function facetOfWord(atom: SearchAtom): { facet: FacetName; value: string } | null {
  return atom.field === null || atom.comparison !== null ? null : facetOfField(atom.field, atom.value);
}
