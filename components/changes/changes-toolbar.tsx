import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Download, ListTree } from 'lucide-react';
import type { RefObject } from 'react';
import { FacetButton } from '@/components/monitor-list/filters/facet-button';
import { SearchBox } from '@/components/monitor-list/search-box';
import { Button, buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import { useRequestContext } from '@/components/ui/use-request-context';
import { monitorListQuery } from '@/lib/client/queries';
import { serializeChangesFilters } from '@/lib/contract/changes-query';
import { changesFacets } from './changes-facets';
import type { ChangesUrlState } from './use-changes-url';

const loadExport = () => import('./changes-export-panel').then((file) => file.ChangesExportPanel);
const iconOnly = 'max-lg:w-[30px] max-lg:px-0';

/** The smallest query whose response has all types and regions. */
const facetsQuery = { page: 1, per_page: 1, sort: 'attention', order: 'asc', facets: true } as const;

interface ChangesToolbarProps {
  urlState: ChangesUrlState;
  searchField: RefObject<HTMLInputElement | null>;
  onRows: () => void;
  /** Null: there is nothing unread. */
  onMarkAsRead: (() => void) | null;
}

/** The sticky toolbar: search and filters on the left, "mark as read" and export on the right. */
export function ChangesToolbar({ urlState, searchField, onRows, onMarkAsRead }: ChangesToolbarProps) {
  const facets = useQuery(monitorListQuery(facetsQuery, useRequestContext())).data?.body.facets;
  return (
    <div className="sticky top-0 z-20 -mx-4 flex items-center gap-2 bg-canvas px-4 py-2 max-sm:-mx-3 max-sm:flex-wrap max-sm:gap-1.5 max-sm:px-3">
      <div className="flex min-w-32 flex-1 max-sm:basis-full sm:max-w-80">
        <SearchBox
          label="Search changes"
          placeholder="Search by monitor"
          value={urlState.searchText}
          onPrepare={async () => undefined}
          isOutdated={() => false}
          onSearch={urlState.search}
          onLeave={() => undefined}
          onRows={onRows}
          field={searchField}
        />
      </div>
      {changesFacets(urlState, facets).map((facet) => (
        <FacetButton key={facet.label} {...facet} />
      ))}
      <Button
        aria-pressed={urlState.url.showsEveryEdit}
        onClick={() => urlState.setEveryEdit(!urlState.url.showsEveryEdit)}
        title="List each edit of a setting that is not known, instead of one entry an hour"
        // On a phone there is no room in the line, and an entry opens with a tap.
        className={`${iconOnly} max-sm:hidden aria-pressed:bg-raised aria-pressed:text-ink`}
      >
        <ListTree />
        <span className="max-lg:sr-only">Every edit</span>
      </Button>
      <div className="ml-auto flex items-center gap-2 max-sm:gap-1.5">
        <Button
          onClick={onMarkAsRead ?? undefined}
          aria-disabled={onMarkAsRead === null}
          title="Mark all as read"
          className={iconOnly}
        >
          <CheckCheck />
          <span className="max-lg:sr-only">Mark all as read</span>
        </Button>
        <PopupButton
          kind="menu"
          load={loadExport}
          panel={{ search: serializeChangesFilters(urlState.filters) }}
          trigger={{
            className: `${buttonClass()} ${iconOnly}`,
            title: 'Export these changes as CSV or JSON',
            children: (
              <>
                <Download />
                <span className="max-lg:sr-only">Export</span>
              </>
            ),
          }}
        />
      </div>
    </div>
  );
}
