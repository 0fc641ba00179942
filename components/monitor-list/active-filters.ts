import type { MonitorsUrlChange } from '@/lib/client/monitors-url';
import {
  choice,
  type Facet,
  type FilterUrl,
  facetLabels,
  facets,
  isFlag,
  valueLabel,
  valuesIn,
} from './facets';

/** An active filter: its label (`field` and `text`), its facet (null: the search; `rule`: of the review; `in_group`: a group), and the change that removes it. */
export interface ActiveFilter {
  key: string;
  field: string;
  text: string;
  facet: Facet | 'rule' | 'in_group' | null;
  removal: MonitorsUrlChange;
}

/** All active filters, one entry for each value, in the order of the toolbar. */
export function activeFilters(url: FilterUrl): ActiveFilter[] {
  const text = url.q.trim();
  const search: ActiveFilter = { key: 'q', field: 'Search', text, facet: null, removal: { q: null } };
  const others = facets.flatMap((facet) =>
    valuesIn(url, facet).map((asked): ActiveFilter => {
      const value = asked.replace(/^-/, '');
      const label = isFlag(facet) ? valueLabel(facet, value).toLowerCase() : valueLabel(facet, value);
      return {
        key: `${facet} ${asked}`,
        field: facetLabels[facet],
        text: `${value === asked ? '' : 'not '}${label}`,
        facet,
        removal: choice(url, facet, value, null),
      };
    }),
  );
  // The ids of the rules are words, so that the titles need not be loaded.
  const rule = url.rule?.replaceAll('_', ' ') ?? '';
  const review: ActiveFilter = {
    key: 'rule',
    field: 'Review',
    text: rule,
    facet: 'rule',
    removal: { rule: null },
  };
  const { group, in_group } = url;
  const member =
    group === null || in_group === null
      ? []
      : [
          {
            key: 'in_group',
            field: `${group.charAt(0).toUpperCase()}${group.slice(1)}`,
            text: in_group === '' ? 'none' : in_group,
            facet: 'in_group' as const,
            removal: { in_group: null },
          },
        ];
  return [...(text === '' ? [] : [search]), ...others, ...(rule === '' ? [] : [review]), ...member];
}
