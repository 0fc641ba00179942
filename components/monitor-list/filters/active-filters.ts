import type { MonitorsUrl } from '@/lib/client/monitors-url';
import { flagFacets, manyFacets, valueLabel } from '../facet-options';
import type { FlagFacet, ManyFacet, MonitorsUrlState } from '../use-monitors-url';

/** An active filter: its label (`field` and `text`), and the part of the URL state it belongs to. */
export type ActiveFilter = { key: string; field: string; text: string } & (
  | { kind: 'search' }
  | { kind: 'many'; facet: ManyFacet; value: string }
  | { kind: 'flag'; facet: FlagFacet }
);

/** All active filters, one entry for each value, in the order of the toolbar. */
export function activeFilters(
  url: Omit<MonitorsUrl, 'page' | 'per_page' | 'sort' | 'order' | 'view'>,
): ActiveFilter[] {
  const search: ActiveFilter[] =
    url.q.trim() === '' ? [] : [{ key: 'q', kind: 'search', field: 'Search', text: url.q.trim() }];
  const many = manyFacets.flatMap(({ facet, label }) =>
    url[facet].map((asked): ActiveFilter => {
      const excluded = asked.startsWith('-');
      const value = excluded ? asked.slice(1) : asked;
      const text = `${excluded ? 'not ' : ''}${valueLabel(facet, value)}`;
      return { key: `${facet} ${asked}`, kind: 'many', facet, value, field: label, text };
    }),
  );
  const flags = flagFacets.flatMap(({ facet, label }): ActiveFilter[] => {
    const asked = url[facet];
    if (asked === null) return [];
    return [{ key: facet, kind: 'flag', facet, field: label, text: asked === 'true' ? 'yes' : 'no' }];
  });
  return [...search, ...many, ...flags];
}

/** Removes one filter; the others stay active. */
export function dropFilter(
  urlState: Pick<MonitorsUrlState, 'search' | 'setFacetValue' | 'setFlag'>,
  filter: ActiveFilter,
): void {
  switch (filter.kind) {
    case 'search':
      urlState.search('');
      break;
    case 'many':
      urlState.setFacetValue(filter.facet, filter.value, null);
      break;
    case 'flag':
      urlState.setFlag(filter.facet, null);
  }
}
