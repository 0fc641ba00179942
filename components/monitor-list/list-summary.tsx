import dynamic from 'next/dynamic';
import { sortMessage } from '@/components/monitor/sort-labels';
import { Link } from '@/components/ui/link';
import { inBoundary } from '@/components/ui/load-boundary';
import { usePreferences } from '@/components/ui/preferences';
import type { MonitorsUrlChange } from '@/lib/client/monitors-url';
import { settingFacets } from '@/lib/contract/inventory-query';
import type { DownSummary, MonitorList } from '@/lib/contract/responses';
import { reviewRule } from '@/lib/contract/review-rules';
import { formatCount, formatInteger } from '@/lib/text/format';
import { CopyLinkButton } from './copy-link';
import { type CountsProps, countOf } from './count-strip';

// With the chips, because only a filtered list has both, and the first load has a limit (ADR 0042).
const OtherPages = inBoundary(dynamic(() => import('./filter-chips').then((file) => file.OtherPages)));
const FlappingNote = inBoundary(dynamic(() => import('./filter-chips').then((file) => file.FlappingNote)));

/** The columns of what the list of the API omits. */
const settingColumns: readonly string[] = ['description', ...settingFacets];

/**
 * A line with the number of monitors and their sort order, and the outage summary. It is always rendered, so
 * that nothing moves when the rows arrive or an outage begins.
 */
export function ListSummary({ list, isOld, urlState }: CountsProps) {
  const total = list ? countOf(list) : 0;
  const { sort, order } = urlState.query;
  const [{ columns }] = usePreferences();
  const ofRule = reviewRule(urlState.query.rule ?? '')?.column;
  const usesSettings =
    sort === 'timeout_ms' ||
    settingFacets.some((facet) => urlState.url[facet].length > 0 || facet === ofRule) ||
    columns?.some((id) => settingColumns.includes(id)) ||
    // A search finds descriptions, too.
    (urlState.url.q !== '' && list !== undefined && list.meta.settings.known < list.meta.settings.monitors);
  // Without a match the panel says it.
  const isFlapping =
    total > 0 && (urlState.url.flapping === 'true' || urlState.url.q.includes('is:flapping'));
  const parts = list?.down_summary ? outageParts(list.down_summary) : [];
  return (
    <div
      aria-busy={isOld}
      className={`dims-while-busy flex min-h-6 min-w-0 items-center gap-x-3 overflow-x-clip whitespace-nowrap text-ink-3 text-xs short:hidden ${isFlapping ? 'max-sm:flex-wrap' : 'h-6'}`}
    >
      {total === 0 ? null : (
        <span>
          {formatCount(total, 'monitor')}
          {list?.grouped ? ` in ${formatCount(list.pagination.total, 'group')}` : null}
          {/* A phone has no room for it beside an outage. */}
          {total === 1 ? null : (
            <span className={list?.down_summary ? 'max-sm:hidden' : ''}>{sortMessage(sort, order)}</span>
          )}
        </span>
      )}
      {isFlapping ? <FlappingNote /> : null}
      {list && usesSettings ? <SettingsKnown {...list.meta.settings} /> : null}
      {parts.length === 0 ? null : (
        // The most common properties of the down monitors; each is a filter button.
        <section
          aria-label="What is down"
          className="flex min-w-0 items-center gap-2 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] max-sm:*:shrink-0"
        >
          {parts.map(([text, change]) => (
            <button
              key={text}
              type="button"
              onClick={() => urlState.change({ condition: ['down'], ...change })}
              className="h-5 min-w-0 truncate rounded-sm bg-raised px-1.5 text-ink-2 outline-offset-[-2px] hover:underline"
            >
              {text}
            </button>
          ))}
        </section>
      )}
      {list ? (
        <span className="ml-auto flex shrink-0 items-center gap-3 max-sm:hidden">
          {urlState.isFiltered && total > 0 ? <OtherPages search={urlState.searchPart} /> : null}
          <CopyLinkButton urlState={urlState} />
        </span>
      ) : null}
    </div>
  );
}

type Part = readonly [text: string, change: MonitorsUrlChange];

/** Texts such as "30 of 54 down are in fra1" or "all 54 down are https", with the filters they set. */
function outageParts({ down, region, type, maintenance }: DownSummary): Part[] {
  const share = (count: number) =>
    `${count === down ? 'all' : `${formatInteger(count)} of`} ${formatInteger(down)} down ${count === 1 ? 'is' : 'are'}`;
  const parts: Part[] = [];
  if (region) parts.push([`${share(region.count)} in ${region.value}`, { region: [region.value] }]);
  if (type) parts.push([`${share(type.count)} ${type.value}`, { type: [type.value] }]);
  if (maintenance !== null)
    parts.push([`${share(maintenance)} in maintenance`, { maintenance_mode: 'true' }]);
  return parts;
}

type Known = MonitorList['meta']['settings'];

/** "Check settings known for 4,812 of 5,000" */
export function settingsKnown({ known, monitors }: Known): string {
  return `Check settings known for ${formatInteger(known)} of ${formatInteger(monitors)}`;
}

/** The same, with the page that says why no more are. @param props.tall whether it has the height of a touch target */
export function SettingsKnown({ tall = false, ...settings }: Known & { tall?: boolean }) {
  return (
    // Otherwise not higher than its line, because it would cover the chips above.
    <Link href="/usage#settings" className={`hover:underline ${tall ? 'leading-11' : 'leading-6'}`}>
      {settingsKnown(settings)}
    </Link>
  );
}
