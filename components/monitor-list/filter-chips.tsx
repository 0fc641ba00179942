import type { RefObject } from 'react';
import { type Chip, ChipList } from '@/components/ui/chip-list';
import { Link } from '@/components/ui/link';
import { pathOfThese } from '@/lib/client/monitors-url';
import { flappingRule } from '@/lib/contract/conditions';
import { searchedPart } from '@/lib/contract/search/parse-search';
import { takeFilters } from '@/lib/contract/search/word-filters';
import { activeFilters } from './active-filters';
import type { MonitorsUrlState } from './use-monitors-url';

/**
 * The active filters of the list. Of a pasted text with addresses, the chip has what is searched. Pressing the text of a search with words that mean filters turns
 * them into filters.
 */
export function FilterChips(props: {
  urlState: MonitorsUrlState;
  field: RefObject<HTMLInputElement | null>;
}) {
  const { urlState, field } = props;
  const { url, given, change, clear, write } = urlState;
  const taken = takeFilters(url.q, given);
  const toFilters =
    taken &&
    (() => write({ ...taken.filters, q: taken.q === '' ? null : [taken.q], page: null, view: null }));
  const searched = searchedPart(url.q);
  const chips = activeFilters(url).map(
    ({ key, field, text, facet, removal }): Chip => ({
      key,
      field: facet === null && searched !== null ? 'Searched only for' : field,
      text: facet === null ? (searched ?? text) : text,
      remove: () => change(removal),
      toFilters: facet === null ? (toFilters ?? undefined) : undefined,
    }),
  );
  return <ChipList chips={chips} onClear={clear} onEmptied={() => field.current?.focus()} />;
}

/** Beside the monitors that flap now: the rule, and what was down in the past. */
export function FlappingNote() {
  return (
    <>
      <span className="truncate">{`Flapping: ${flappingRule}`}</span>
      <PastOutages className="underline underline-offset-2 hover:text-ink" />
    </>
  );
}

const pastOutages = [
  ['/changes', 'Outages of the last 24 hours'],
  ['/changes?days=7', 'Outages of the last 7 days'],
  ['/report?sort=outages', 'Most outages this month'],
] as const;

/** Links to what was down in the past, for a list of the monitors that flap now. */
export function PastOutages({ className }: { className: string }) {
  return pastOutages.map(([href, text]) => (
    <Link key={href} href={href} className={className}>
      {text}
    </Link>
  ));
}

/** Links to the report and the wall of the monitors that the filters find. */
export function OtherPages({ search }: { search: string }) {
  const isOfConditions = new URLSearchParams(search).has('condition');
  // A wall of what is up could not show a failure.
  const pages = isOfConditions ? (['report'] as const) : (['report', 'wall'] as const);
  return (
    <span className="flex gap-2">
      These monitors:
      {pages.map((page) => (
        <Link
          key={page}
          href={pathOfThese(page, search)}
          className="text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink"
        >
          {page === 'report' ? 'Report' : 'Wall'}
        </Link>
      ))}
    </span>
  );
}
