import type { ReactNode, RefObject } from 'react';
import { FacetPopup } from '@/components/ui/facet-popup';
import type { Facets } from '@/lib/contract/answers';
import { facetLists } from './facet-options';
import { SearchBox } from './search-box';
import type { MonitorsView } from './use-monitors-url';

interface ToolbarProps {
  view: MonitorsView;
  facets: Facets | undefined;
  searchField: RefObject<HTMLInputElement | null>;
  children?: ReactNode;
}

/** Search and filters on the left, what concerns the whole list on the right. On a phone the filters are in a sheet. */
export function Toolbar({ view, facets, searchField, children }: ToolbarProps) {
  return (
    <div className="flex items-center gap-2 max-sm:gap-1.5 sm:flex-wrap">
      <SearchBox
        value={view.searchText}
        onPrepare={view.prepareSearch}
        onSearch={view.search}
        field={searchField}
      />
      <div className="contents max-sm:hidden">
        {facetLists(view, facets).map((list) => (
          <FacetPopup key={list.label} {...list} />
        ))}
      </div>
      <div className="flex items-center gap-2 max-sm:gap-1.5 sm:ml-auto">{children}</div>
    </div>
  );
}
