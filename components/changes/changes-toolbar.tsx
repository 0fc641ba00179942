import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Download, Pencil } from 'lucide-react';
import type { RefObject } from 'react';
import { titleOf } from '@/components/export/export-formats';
import type { FacetListProps } from '@/components/monitor-list/facets';
import { FacetButton } from '@/components/monitor-list/filters/facet-button';
import { SearchBox } from '@/components/monitor-list/search-box';
import { Button, buttonClass } from '@/components/ui/button';
import { type Chip, ChipList } from '@/components/ui/chip-list';
import { PopupButton } from '@/components/ui/on-demand';
import { type TimeZone, useTimeZone } from '@/components/ui/time-zone';
import { useRequestContext } from '@/components/ui/use-request-context';
import { changeCountQuery } from '@/lib/client/history-queries';
import { monitorListQuery } from '@/lib/client/queries';
import { type ChangesFilters, serializeChangesFilters } from '@/lib/contract/changes-query';
import { changeKinds, changeLabels, editKinds } from '@/lib/contract/conditions';
import type { Facets } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { timeOn } from './change-messages';
import type { ChangesUrlState } from './use-changes';

const loadExport = () => import('@/components/export/export-panel').then((file) => file.ExportPanel);
const iconOnly = 'max-lg:w-[30px] max-lg:px-0';

/** The smallest query whose response has all types and regions. */
const facetsQuery = { page: 1, per_page: 1, sort: 'attention', order: 'asc', facets: true } as const;

/**
 * The sticky toolbar, and below it the active filters as chips.
 *
 * @param props.filters the filters of the export
 * @param props.monitorName the name of the monitor in the URL; undefined: unknown
 * @param props.onMarkAsRead null: there is nothing unread
 */
export function ChangesToolbar(props: {
  urlState: ChangesUrlState;
  filters: ChangesFilters;
  monitorName: string | undefined;
  /** Epoch milliseconds. */
  now: number;
  searchField: RefObject<HTMLInputElement | null>;
  onRows: () => void;
  onMarkAsRead: (() => void) | null;
}) {
  const { urlState, filters, monitorName, now, searchField, onRows, onMarkAsRead } = props;
  const { given, url, write } = urlState;
  const known = useQuery(monitorListQuery(facetsQuery, useRequestContext())).data?.body.facets;
  const facets = facetsOf(urlState, known);
  const zone = useTimeZone();
  const search = (q: string) => {
    // Typing replaces the history entry, unless it begins or ends a search.
    const isOneStep = q !== '' && given.q.length > 0;
    write({ q: q === '' ? null : [q] }, isOneStep ? 'replace' : 'push');
  };
  return (
    <>
      <div className="sticky top-0 z-20 -mx-4 flex items-center gap-2 bg-canvas px-4 py-2 max-sm:-mx-3 max-sm:flex-wrap max-sm:gap-1.5 max-sm:px-3">
        <div className="flex min-w-32 flex-1 max-sm:basis-full sm:max-w-80">
          <SearchBox
            label="Search changes"
            placeholder="Search by monitor"
            value={given.q[0] ?? ''}
            onSearch={search}
            onRows={onRows}
            language={{ facets: known, isChanges: true }}
            field={searchField}
          />
        </div>
        {facets.map((facet) => (
          <FacetButton key={facet.label} {...facet} />
        ))}
        {url.filters.kind.length > 0 ? null : <EditsButton urlState={urlState} filters={filters} />}
        <div className="ml-auto flex items-center gap-2 max-sm:gap-1.5">
          <Button
            onClick={onMarkAsRead ?? undefined}
            aria-disabled={onMarkAsRead === null}
            title="Mark all as read"
            // A phone has no room for what cannot be pressed.
            className={`${iconOnly} ${onMarkAsRead === null ? 'max-sm:hidden' : ''}`}
          >
            <CheckCheck />
            <span className="max-lg:sr-only">Mark all as read</span>
          </Button>
          <PopupButton
            kind="dialog"
            load={loadExport}
            panel={{
              from: '/api/changes/export',
              contents: [
                {
                  label: 'These changes',
                  hint: '',
                  search: serializeChangesFilters(filters),
                  // Without the kinds and the range that are shown when none are chosen.
                  title: titleOf(serializeChangesFilters(url.filters)),
                },
              ],
            }}
            className={`${buttonClass()} ${iconOnly}`}
            title="Export these changes as CSV or JSON"
          >
            <Download />
            <span className="max-lg:sr-only">Export</span>
          </PopupButton>
        </div>
      </div>
      <ChipList
        chips={[...chipsOf(urlState, monitorName, zone, now), ...facets.flatMap(chipsOfFacet)]}
        onClear={urlState.clear}
        onEmptied={() => searchField.current?.focus()}
      />
    </>
  );
}

/** Shows or hides the edits among the outages, with their number in the chosen time. */
function EditsButton({ urlState, filters }: { urlState: ChangesUrlState; filters: ChangesFilters }) {
  const { url, write } = urlState;
  const query = changeCountQuery({ ...filters, kind: [...editKinds] }, useRequestContext());
  const { count = 0, more = false } = useQuery(query).data?.body.data ?? {};
  return (
    <Button
      aria-pressed={url.showsEdits}
      onClick={() => write({ edits: url.showsEdits ? null : ['all'] })}
      title="Show monitors that were added, removed, edited, switched on or off, or checked for the first time"
      className="aria-pressed:bg-raised aria-pressed:text-ink"
    >
      <Pencil className="max-sm:hidden" />
      Edits
      {count === 0 ? null : <span className="text-ink-3">{`${formatInteger(count)}${more ? '+' : ''}`}</span>}
    </Button>
  );
}

const facetLabels = { kind: 'Change', type: 'Type', region: 'Region' } as const;
const kindLabels: Readonly<Record<string, string>> = changeLabels;

/** The filters with several values: all kinds, and the types and regions of the present monitors. */
function facetsOf({ url, given, write }: ChangesUrlState, known: Facets | undefined): FacetListProps[] {
  return (['kind', 'type', 'region'] as const).map((facet) => {
    const chosen: readonly string[] = url.filters[facet];
    const offered = facet === 'kind' ? changeKinds : [...(known?.[facet].keys() ?? [])];
    const choose = (values: string[]) => write({ [facet]: values.length === 0 ? null : values });
    return {
      label: facetLabels[facet],
      options: [...new Set([...offered, ...chosen])].map((value) => ({
        value,
        label: (facet === 'kind' ? kindLabels[value] : undefined) ?? value,
        count: null,
        chosen: chosen.includes(value) ? 'included' : null,
      })),
      excludable: false,
      onChoose: (value, choice) => {
        const others = given[facet].filter((other) => other !== value);
        choose(choice === null ? others : [...others, value]);
      },
      onClear: () => choose([]),
    };
  });
}

function chipsOfFacet({ label, options, onChoose }: FacetListProps): Chip[] {
  return options
    .filter(({ chosen }) => chosen !== null)
    .map(({ value, label: text }) => ({
      key: `${label} ${value}`,
      field: label,
      text,
      remove: () => onChoose(value, null),
    }));
}

function chipsOf(
  { url, write }: ChangesUrlState,
  monitorName: string | undefined,
  timeZone: TimeZone,
  now: number,
): Chip[] {
  const { since, until, q, monitor } = url.filters;
  const chip = (field: string, text: string | undefined, remove: () => void) =>
    text === undefined ? [] : [{ key: field, field, text, remove }];
  const time =
    since && until
      ? `${timeOn(since, now, timeZone, until)}–${timeOn(until, since, timeZone, since)}`
      : (since && `from ${timeOn(since, now, timeZone)}`) ||
        (until && `before ${timeOn(until, now, timeZone)}`) ||
        undefined;
  return [
    ...chip('Time', time, () => write({ since: null, until: null })),
    ...chip('Search', q, () => write({ q: null })),
    ...chip('Monitor', monitor && (monitorName ?? monitor), () => write({ monitor: null })),
  ];
}
