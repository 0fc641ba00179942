import { Bookmark, Columns3, Download, Group } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { RefreshButton } from '@/components/refresh/refresh-button';
import { buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import type { MonitorList } from '@/lib/contract/responses';
import { countChosen, facetLists } from './facets';
import { FacetButton, FacetsButton } from './filters/facet-button';
import type { FilterSheetProps } from './filters/filter-sheet';
import { groupingLabel } from './groups/group-labels';
import { SettingsKnown } from './list-summary';
import { useSavedViews } from './saved-views/saved-views';
import { SearchBox } from './search-box';
import type { MonitorsUrlState } from './use-monitors-url';

const loadColumns = () => import('./columns-panel').then((file) => file.ColumnsPanel);
const loadGroups = () => import('./groups/group-panel').then((file) => file.GroupPanel);
const loadExport = () => import('./list-export').then((file) => file.ListExport);

// Below 1280 px the buttons show only their icons, so that the search field has room.
const iconButton = `${buttonClass()} max-[1600px]:px-2! max-xl:w-[30px] max-xl:px-0! max-sm:hidden max-xl:[&>span]:sr-only`;

/**
 * The sticky toolbar: search and filters on the left, controls of the complete list on the right. Where there is no room for
 * all filters, some are behind "More filters"; on narrow screens all are in a sheet, and on a phone so are all controls
 * except the search and the refresh button.
 */
export function Toolbar(props: {
  list: MonitorList | undefined;
  urlState: MonitorsUrlState;
  searchField: RefObject<HTMLInputElement | null>;
  /** Called when the user moves from the search field into the rows, with its text. */
  onRows: (text: string) => void;
  isBusy: boolean;
  onRefresh: () => void;
}) {
  const { list, urlState, searchField, onRows, isBusy, onRefresh } = props;
  const { group } = urlState.query;
  return (
    <div className="-mx-4 max-sm:-mx-3 sticky top-0 z-20 flex items-center gap-2 bg-canvas px-4 py-2 short:py-1 max-sm:gap-1.5 max-sm:px-3">
      <SearchBox
        label="Search monitors"
        placeholder="Search or paste a URL, host or IP"
        value={urlState.searchText}
        onSearch={urlState.search}
        onRows={onRows}
        language={{ facets: list?.facets, isChanges: false }}
        field={searchField}
      />
      <Filters urlState={urlState} list={list} />
      {list ? (
        <>
          <FilterSheetButton urlState={urlState} list={list} />
          <div className="flex items-center gap-2 max-sm:gap-1.5 sm:ml-auto">
            <ViewsMenu urlState={urlState} />
            <PopupButton
              kind="dialog"
              load={loadGroups}
              panel={{ urlState }}
              className={`${iconButton} ${group ? 'border-line-strong text-ink' : ''}`}
              title="Group the monitors"
            >
              <Group />
              <span className="max-w-36 truncate">
                {/* Below 1680 px there is no room for both words beside a view. */}
                <span className={group ? 'max-[1680px]:sr-only' : ''}>{group ? 'Group: ' : 'Group'}</span>
                {groupingLabel(urlState.query).toLowerCase()}
              </span>
            </PopupButton>
            <PopupButton
              kind="menu"
              load={loadColumns}
              panel={{ settings: list.meta.settings, rule: urlState.query.rule }}
              className={iconButton}
              title="Show, hide and reorder columns"
            >
              <Columns3 />
              <span>Columns</span>
            </PopupButton>
            <PopupButton
              kind="dialog"
              load={loadExport}
              panel={{ urlState, list }}
              className={iconButton}
              title="Export as a file"
            >
              <Download />
              <span>Export</span>
            </PopupButton>
            <RefreshButton meta={list.meta} busy={isBusy} onRefresh={onRefresh} />
          </div>
        </>
      ) : null}
    </div>
  );
}

/** The buttons of the filters. Those of settings that the list of the API omits are together. */
function Filters({ urlState, list }: { urlState: MonitorsUrlState; list: MonitorList | undefined }) {
  const facets = facetLists(urlState, list?.facets);
  const settings = facetLists(urlState, list?.facets, true);
  const [main, rest] = [facets.slice(0, 3), facets.slice(3)];
  const note = list ? (
    <p className="px-2 py-1 text-ink-3 text-xs">
      <SettingsKnown {...list.meta.settings} />
    </p>
  ) : null;
  return (
    <>
      <div className="contents max-xl:hidden">
        {main.map((facet) => (
          <FacetButton key={facet.label} {...facet} />
        ))}
      </div>
      <div className="contents max-[1680px]:hidden">
        {rest.map((facet) => (
          <FacetButton key={facet.label} {...facet} />
        ))}
        <FacetsButton label="Check settings" facets={settings} note={note} />
      </div>
      <div className="contents max-xl:hidden min-[1680px]:hidden">
        <FacetsButton label="More filters" facets={[...rest, ...settings]} note={note} />
      </div>
    </>
  );
}

const loadSheet = () => import('./filters/filter-sheet').then((file) => file.FilterSheet);

/** On narrow screens, the button of the filter sheet, with the number of its filters. */
function FilterSheetButton(props: FilterSheetProps) {
  const count = countChosen(props.urlState.url);
  return (
    <PopupButton
      kind="dialog"
      load={loadSheet}
      panel={props}
      className={`${buttonClass()} max-sm:h-9! xl:hidden ${count > 0 ? 'border-line-strong text-ink' : ''}`}
    >
      {`Filters${count > 0 ? ` (${count})` : ''}`}
    </PopupButton>
  );
}

const loadViews = () => import('./saved-views/views-panel').then((file) => file.ViewsPopover);

/** The button of the saved views, labelled with the active view. The popup is loaded lazily. */
function ViewsMenu({ urlState }: { urlState: MonitorsUrlState }) {
  const saved = useSavedViews(urlState.url);
  const { active, modified } = saved;
  // Whenever another list or view is shown. It writes nothing while they stay.
  useEffect(saved.remember);
  const name = active?.name ?? modified?.name;
  return (
    <PopupButton
      kind="dialog"
      load={loadViews}
      panel={{ urlState }}
      aria-label={name === undefined ? 'Views' : `Views: ${name}${modified ? ' (modified)' : ''}`}
      className={`${buttonClass()} max-[1600px]:px-2! max-sm:hidden`}
    >
      <Bookmark className={active ? 'fill-current text-accent' : ''} />
      <span
        className={`truncate max-md:sr-only ${modified ? 'max-w-20 max-[1680px]:max-w-14' : 'max-w-28 max-[1600px]:max-w-24'}`}
      >
        {name ?? 'Views'}
      </span>
      {modified ? (
        <>
          <span className="text-ink-3 max-[1600px]:hidden">(modified)</span>
          <span className="text-ink-3 max-md:hidden min-[1600px]:hidden">*</span>
        </>
      ) : null}
    </PopupButton>
  );
}
