import { Dialog } from '@base-ui/react/dialog';
import { Download, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TriggerProps } from '@/components/ui/on-demand';
import type { MonitorList } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { countOf } from '../count-of';
import { exportCaveat, exportFormats, exportUrl } from '../export-options';
import { facetLists } from '../facets';
import { groupingLabels } from '../groups/group-labels';
import { GroupChoice } from '../groups/group-panel';
import { useSavedViews } from '../saved-views/use-saved-views';
import { ViewsPanel } from '../saved-views/views-panel';
import { SettingsKnown } from '../settings-known';
import type { MonitorsUrlState } from '../use-monitors-url';
import { FacetList } from './facet-list';
import { SheetSettings } from './sheet-settings';

export interface FilterSheetProps {
  urlState: MonitorsUrlState;
  list: MonitorList;
}

/** A sheet with all filters, views and settings for narrow screens. Choices apply at once. */
export function FilterSheet(props: FilterSheetProps & { trigger: TriggerProps }) {
  const { trigger, list, urlState } = props;
  const [open, setOpen] = useState(false);
  const saved = useSavedViews(urlState.url);
  const total = countOf(list);
  const { group } = urlState.query;
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
            {[...facetLists(urlState, list.facets), ...facetLists(urlState, list.facets, true)].map(
              (facet) => (
                <Section
                  key={facet.label}
                  title={facet.label}
                  note={facet.options
                    .filter(({ chosen }) => chosen !== null)
                    .map(({ chosen, label }) => `${chosen === 'excluded' ? 'not ' : ''}${label}`)
                    .join(', ')}
                >
                  <FacetList {...facet} tall />
                </Section>
              ),
            )}
            <p className="flex h-11 items-center px-2 text-ink-2 text-xs">
              <SettingsKnown {...list.meta.settings} />
            </p>
            {/* From the breakpoint sm on, the toolbar has these controls. */}
            <div className="sm:hidden">
              <Section
                title="Views"
                note={saved.active?.name ?? (saved.modified ? `${saved.modified.name} (modified)` : '')}
              >
                <ViewsPanel urlState={urlState} tall onShown={() => setOpen(false)} />
              </Section>
              <Section title="Group by" note={group === undefined ? '' : groupingLabels[group]}>
                <GroupChoice urlState={urlState} />
              </Section>
              <SheetSettings urlState={urlState} list={list} />
              <SheetExport urlState={urlState} list={list} />
            </div>
          </div>
          <footer className="border-line border-t p-3">
            <Dialog.Close className="h-11 w-full rounded-md bg-accent font-medium text-surface">
              Show {formatInteger(total)} {total === 1 ? 'monitor' : 'monitors'}
            </Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A collapsible section. @param props.note the selected values, shown beside the title */
function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  // Only the initial state: the section must not close when the user deselects the last value.
  const [initiallyOpen] = useState(note !== '');
  return (
    <details className="group border-line border-b" open={initiallyOpen}>
      <summary className="flex h-11 list-none items-center gap-2 px-2 font-medium text-ink [&::-webkit-details-marker]:hidden">
        {title}
        <span className="min-w-0 truncate font-normal text-accent">{note}</span>
        <span
          aria-hidden
          className="ml-auto text-ink-3 transition-transform duration-150 group-open:rotate-90"
        >
          ›
        </span>
      </summary>
      <div className="pb-2">{children}</div>
    </details>
  );
}

/** Export links for narrow screens, with a caveat when the export is unavailable or incomplete. */
function SheetExport({ urlState, list }: FilterSheetProps) {
  const { inventory } = list.meta;
  const caveat = exportCaveat(inventory);
  return (
    <div className="flex flex-col gap-2 px-2 py-3">
      <span className="font-medium text-ink">Export</span>
      {caveat === null ? null : <p className="text-ink-2 text-sm">{caveat}</p>}
      {inventory.state === 'reading' ? null : (
        <span className="grid gap-2">
          {exportFormats.map(({ parameters, label }) => (
            <a
              key={parameters}
              href={exportUrl(parameters, urlState.query)}
              download
              className="inline-flex h-11 items-center justify-center gap-2 rounded-md border border-line-strong text-ink"
            >
              <Download className="size-4" />
              {label}
            </a>
          ))}
        </span>
      )}
    </div>
  );
}
