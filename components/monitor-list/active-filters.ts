import type { MonitorsUrlChange } from '@/lib/client/monitors-url';
import { isFlagFacet } from '@/lib/contract/inventory-query';
import { reviewRule } from '@/lib/contract/review-rules';
import { choice, type Facet, type FilterUrl, facetLabels, facets, valueLabel, valuesIn } from './facets';
import { groupingLabel, groupLabel } from './groups/group-labels';

// Apart from `facets.ts`, which the first load of the list needs (ADR 0042).

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
  const others = facets.flatMap((facet) =>
    valuesIn(url, facet).map((asked): ActiveFilter => {
      const value = asked.replace(/^-/, '');
      const label = isFlagFacet(facet) ? valueLabel(facet, value).toLowerCase() : valueLabel(facet, value);
      return {
        key: `${facet} ${asked}`,
        field: facetLabels[facet],
        text: `${value === asked ? '' : 'not '}${label}`,
        facet,
        removal: choice(url, facet, value, null),
      };
    }),
  );
  const single = (key: 'q' | 'rule' | 'in_group', field: string, text: string): ActiveFilter[] =>
    text === '' ? [] : [{ key, field, text, facet: key === 'q' ? null : key, removal: { [key]: null } }];
  const { group, in_group } = url;
  return [
    ...single('q', 'Search', url.q.trim()),
    ...others,
    ...single('rule', 'Review', url.rule === null ? '' : (reviewRule(url.rule)?.title ?? url.rule)),
    ...(group === null || in_group === null
      ? []
      : single('in_group', groupingLabel(url), groupLabel({ key: in_group, label: in_group }, url))),
  ];
}

/** The active filters, one entry for each field with all its values. */
export function filterGroups(url: FilterUrl) {
  const groups = Map.groupBy(activeFilters(url), ({ facet }) => facet);
  return [...groups].map(([facet, filters]) => ({
    facet,
    field: filters[0]?.field ?? '',
    text: filters.map(({ text }) => (facet === null ? `“${text}”` : text)).join(', '),
  }));
}

/** The active filters as texts, such as "Condition: Down, Overdue". */
export function filterMessages(url: FilterUrl): string[] {
  return filterGroups(url).map(({ field, text }) => `${field}: ${text}`);
}
