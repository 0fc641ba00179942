import { Dialog } from '@base-ui/react/dialog';
import { Copy, X } from 'lucide-react';
import { useId, useState } from 'react';
import { sortMessage } from '@/components/monitor/sort-labels';
import { useRefreshFacts } from '@/components/refresh/refresh-button';
import { nextReadingMessage } from '@/components/refresh/refresh-messages';
import { useTicking } from '@/components/ui/clock';
import type { TriggerProps } from '@/components/ui/on-demand';
import { usePreferences } from '@/components/ui/preferences';
import { Switch } from '@/components/ui/switch';
import { defaultOrderOf, inventorySorts } from '@/lib/contract/list-layout';
import type { MonitorList } from '@/lib/contract/responses';
import { formatCount } from '@/lib/text/format';
import { useCopyLink } from '../copy-link';
import { countOf } from '../count-strip';
import { facetLists } from '../facets';
import { groupingLabel } from '../groups/group-labels';
import { GroupChoice } from '../groups/group-panel';
import { ListExport } from '../list-export';
import { SettingsKnown } from '../list-summary';
import { useSavedViews } from '../saved-views/saved-views';
import { ViewsPanel } from '../saved-views/views-panel';
import type { MonitorsUrlState } from '../use-monitors-url';
import { FacetSections, Section } from './facet-panel';

export interface FilterSheetProps {
  urlState: MonitorsUrlState;
  list: MonitorList;
}

/** A sheet with all filters for narrow windows; on a phone also with the other controls. Choices apply at once. */
export function FilterSheet(props: FilterSheetProps & { trigger: TriggerProps }) {
  const { trigger, list, urlState } = props;
  const [open, setOpen] = useState(false);
  const saved = useSavedViews(urlState.url);
  const { copyLink, outcome } = useCopyLink(urlState);
  const total = countOf(list);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Dialog.Trigger {...trigger} />
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.15_0.01_260/0.5)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg border border-line bg-surface text-md shadow-popup outline-none transition-transform duration-150 data-ending-style:translate-y-8 data-starting-style:translate-y-8 sm:mx-auto sm:max-w-lg">
          <header className="flex items-center justify-between border-line border-b pl-4">
            <Dialog.Title className="font-semibold text-ink text-md">
              Filters<span className="sm:hidden"> and views</span>
            </Dialog.Title>
            <span className="flex">
              {urlState.isFiltered ? (
                <button type="button" onClick={urlState.clear} className="h-11 px-3 text-ink-2">
                  Clear all
                </button>
              ) : null}
              <Dialog.Close aria-label="Close" className="grid size-11 place-items-center text-ink-2">
                <X className="size-4" />
              </Dialog.Close>
            </span>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2">
            <FacetSections
              facets={[...facetLists(urlState, list.facets), ...facetLists(urlState, list.facets, true)]}
            />
            <p className="flex px-2 text-ink-2 text-xs">
              <SettingsKnown {...list.meta.settings} tall />
            </p>
            {/* From the breakpoint sm on, the toolbar and the headings of the columns have these controls. */}
            <div className="sm:hidden">
              <button
                type="button"
                onClick={copyLink}
                className="flex h-11 w-full items-center gap-2 border-line border-b px-2 font-medium text-ink"
              >
                Copy link
                <Copy className="ml-auto size-4 text-ink-3" />
              </button>
              {outcome}
              <Section
                title="Views"
                note={saved.active?.name ?? (saved.modified ? `${saved.modified.name} (modified)` : '')}
              >
                <ViewsPanel urlState={urlState} tall onShown={() => setOpen(false)} />
              </Section>
              <Section title="Group by" note={groupingLabel(urlState.query)}>
                <GroupChoice urlState={urlState} />
              </Section>
              <SortChoice urlState={urlState} />
              <Pausing meta={list.meta} />
              <Section title="Export" note="">
                <div className="px-2 pt-1">
                  <ListExport urlState={urlState} list={list} />
                </div>
              </Section>
            </div>
          </div>
          <footer className="border-line border-t p-3">
            <Dialog.Close className="h-11 w-full rounded-md bg-accent font-medium text-surface">
              Show {formatCount(total, 'monitor')}
            </Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const orders = ['asc', 'desc'] as const;

/** All sorts in both orders, because a phone shows no headings of columns. */
function SortChoice({ urlState }: { urlState: MonitorsUrlState }) {
  const { sort, order } = urlState.query;
  const id = useId();
  // Sorting by relevance needs a search.
  const sorts = inventorySorts.filter((key) => key !== 'relevance' || key === sort || urlState.url.q !== '');
  const choices = sorts.flatMap((key) => orders.map((direction) => ({ key, direction })));
  return (
    <div className="flex items-center gap-3 border-line border-b p-2">
      <label htmlFor={id} className="font-medium text-ink">
        Sort
      </label>
      <select
        id={id}
        value={choices.findIndex(({ key, direction }) => key === sort && direction === order)}
        onChange={({ target }) => {
          const chosen = choices[target.selectedIndex];
          if (chosen)
            urlState.change({
              sort: chosen.key,
              order: chosen.direction === defaultOrderOf(chosen.key) ? null : chosen.direction,
            });
        }}
        className="h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2 text-ink"
      >
        {choices.map(({ key, direction }, place) => (
          <option key={`${key} ${direction}`} value={place}>
            {sortMessage(key, direction).replace(/^,? /, '')}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A phone shows no tooltips, so the next reading is said here. */
function Pausing({ meta }: Pick<MonitorList, 'meta'>) {
  const facts = useRefreshFacts(meta);
  const [, changePreferences] = usePreferences();
  const next = useTicking((now) => nextReadingMessage(facts, now));
  const cost = facts.usage?.refresh.cost;
  return (
    <div className="border-line border-b p-2">
      <Switch
        label="Auto-refresh"
        hint={cost === undefined ? next : `${next} A reading takes ${formatCount(cost, 'request')}.`}
        checked={!facts.isPaused}
        onChange={(on) => changePreferences({ isPaused: !on })}
      />
    </div>
  );
}
