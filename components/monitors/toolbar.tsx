'use client';

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { FacetPopup } from '@/components/ui/facet-popup';
import type { Facets } from '@/lib/contract/answers';
import { flagFacets, flagOptions, manyFacets, manyOptions } from './facet-options';
import { SearchBox } from './search-box';
import type { useMonitorsUrl } from './use-monitors-url';

interface ToolbarProps {
  view: ReturnType<typeof useMonitorsUrl>;
  facets: Facets | undefined;
  children?: ReactNode;
}

/** Search and filters on the left, what concerns the whole list on the right. */
export function Toolbar({ view, facets, children }: ToolbarProps) {
  const { url } = view;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox value={url.q} onSearch={view.search} />
      {manyFacets.map(({ facet, label }) => (
        <FacetPopup
          key={facet}
          label={label}
          options={manyOptions(facet, facets?.[facet] ?? {}, url[facet])}
          onChoose={(value, chosen) => view.choose(facet, value, chosen)}
          onClear={() => view.only(facet, null)}
        />
      ))}
      {flagFacets.map(({ facet, label }) => (
        <FacetPopup
          key={facet}
          label={label}
          options={flagOptions(facets?.[facet] ?? {}, url[facet])}
          onChoose={(value, chosen) => view.setFlag(facet, flagOf(value, chosen))}
          onClear={() => view.setFlag(facet, null)}
        />
      ))}
      {view.isFiltered ? (
        <Button look="ghost" onClick={view.clear}>
          <X aria-hidden />
          Clear
        </Button>
      ) : null}
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </div>
  );
}

/** Shutting one state out is asking for the other. */
function flagOf(value: string, chosen: 'included' | 'excluded' | null): 'true' | 'false' | null {
  if (chosen === null) return null;
  return (value === 'true') === (chosen === 'included') ? 'true' : 'false';
}
