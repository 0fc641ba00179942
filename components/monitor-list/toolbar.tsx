import { Columns3, Download } from 'lucide-react';
import type { RefObject } from 'react';
import { RefreshControl } from '@/components/refresh-interval/refresh-control';
import { buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import type { MonitorList } from '@/lib/contract/responses';
import { facetLists } from './facet-options';
import { FacetButton } from './filters/facet-button';
import { FilterSheetButton } from './filters/filter-sheet-button';
import { ViewsMenu } from './saved-views/views-menu';
import { SearchBox } from './search-box';
import type { MonitorsUrlState } from './use-monitors-url';

interface ToolbarProps {
  list: MonitorList | undefined;
  urlState: MonitorsUrlState;
  searchField: RefObject<HTMLInputElement | null>;
  /** Called when the user moves from the search field into the rows, with its text. */
  onRows: (text: string) => void;
  isBusy: boolean;
  choice: RefreshInterval;
  onChoice: (choice: RefreshInterval) => void;
  onRefresh: () => void;
}

const loadColumns = () => import('./columns-panel').then((file) => file.ColumnsPanel);
const loadExport = () => import('./export-panel').then((file) => file.ExportPanel);

// Below 1400 px the buttons show only their icons, so that the search field has room.
const iconButton = `${buttonClass()} max-[1400px]:w-[30px] max-[1400px]:px-0 max-sm:hidden max-[1400px]:[&>span]:sr-only`;

/**
 * The sticky toolbar: search and filters on the left, controls of the complete list on the right. On narrow
 * screens the filters are in a sheet; on a phone so are all controls except the search and the refresh
 * button.
 */
export function Toolbar(props: ToolbarProps) {
  'use memo';
  const { list, urlState, searchField, onRows, isBusy, choice, onChoice, onRefresh } = props;
  return (
    <div className="-mx-4 max-sm:-mx-3 sticky top-0 z-20 flex items-center gap-2 bg-canvas px-4 py-2 short:py-1 max-sm:gap-1.5 max-sm:px-3">
      <SearchBox
        label="Search monitors"
        placeholder="Search or paste a URL, host or IP"
        value={urlState.searchText}
        onPrepare={urlState.prefetchSearch}
        isOutdated={urlState.isOutdatedSearch}
        onSearch={urlState.search}
        onLeave={urlState.endTyping}
        onRows={onRows}
        onShortened={urlState.reportShortened}
        field={searchField}
      />
      <div className="contents max-[1200px]:hidden">
        {facetLists(urlState, list?.facets).map((facet) => (
          <FacetButton key={facet.label} {...facet} />
        ))}
      </div>
      {list ? (
        <>
          <FilterSheetButton urlState={urlState} list={list} choice={choice} onChoice={onChoice} />
          <div className="flex items-center gap-2 max-sm:gap-1.5 sm:ml-auto">
            <ViewsMenu urlState={urlState} />
            <PopupButton
              kind="menu"
              load={loadColumns}
              panel={{}}
              trigger={{
                className: iconButton,
                title: 'Show, hide and reorder columns',
                children: (
                  <>
                    <Columns3 />
                    <span>Columns</span>
                  </>
                ),
              }}
            />
            <PopupButton
              kind="menu"
              load={loadExport}
              panel={{
                query: urlState.query,
                total: list.pagination.total,
                inventory: list.meta.inventory,
              }}
              trigger={{
                className: iconButton,
                title: 'Export this list as CSV or JSON',
                children: (
                  <>
                    <Download />
                    <span>Export</span>
                  </>
                ),
              }}
            />
            <RefreshControl
              asOf={list.meta.as_of}
              busy={isBusy}
              choice={choice}
              onChoice={onChoice}
              onRefresh={onRefresh}
            />
          </div>
        </>
      ) : null}
    </div>
  );
}
