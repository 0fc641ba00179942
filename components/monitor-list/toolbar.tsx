import type { ReactNode, RefObject } from 'react';
import type { Facets } from '@/lib/contract/answers';
import { facetLists } from './facet-options';
import { FacetButton } from './filters/facet-button';
import { SearchBox } from './search-box';
import type { MonitorsUrlState } from './use-monitors-url';

interface ToolbarProps {
  urlState: MonitorsUrlState;
  facets: Facets | undefined;
  searchField: RefObject<HTMLInputElement | null>;
  children?: ReactNode;
}

/** Search and filters on the left, what concerns the whole list on the right. On a phone the filters are in a sheet. */
export function Toolbar({ urlState, facets, searchField, children }: ToolbarProps) {
  return (
    <div className="flex items-center gap-2 max-sm:gap-1.5 sm:flex-wrap">
      <SearchBox
        value={urlState.searchText}
        onPrepare={urlState.prefetchSearch}
        isOutdated={urlState.isOutdatedSearch}
        onSearch={urlState.search}
        onLeave={urlState.endTyping}
        field={searchField}
      />
      <div className="contents max-sm:hidden">
        {facetLists(urlState, facets).map((list) => (
          <FacetButton key={list.label} {...list} />
        ))}
      </div>
      <div className="flex items-center gap-2 max-sm:gap-1.5 sm:ml-auto">{children}</div>
    </div>
  );
}
