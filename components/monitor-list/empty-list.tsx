import { CircleAlert, CircleDashed, CircleSlash2, FileX2, SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Facets, MonitorList } from '@/lib/contract/answers';
import { formatInteger } from '@/lib/format';
import { EmptyState } from './empty-state';
import { type ActiveFilter, activeFilters } from './filters/active-filters';
import { areMissing, missingMessage } from './missing-message';
import type { MonitorsUrlState } from './use-monitors-url';

interface EmptyListProps {
  urlState: MonitorsUrlState;
  facets: Facets | undefined;
  total: number;
  inventory: MonitorList['meta']['inventory'];
  onRefresh: () => void;
}

/** Why there are no rows, and what to do: past the end, nothing matches, not read yet, or nothing there at all. */
export function EmptyList({ urlState, facets, total, inventory, onRefresh }: EmptyListProps) {
  const { query } = urlState;
  if (total > 0) {
    const last = Math.ceil(total / query.per_page);
    return (
      <EmptyState
        icon={FileX2}
        title={`There is no page ${formatInteger(query.page)}`}
        text={`${formatInteger(total)} monitors ${urlState.isFiltered ? 'match' : 'are there'}; the list ends with page ${formatInteger(last)}.`}
      >
        <Button onClick={() => urlState.setPage(last)}>Go to the last page</Button>
        <Button look="ghost" onClick={() => urlState.setPage(1)}>
          First page
        </Button>
      </EmptyState>
    );
  }
  if (urlState.isFiltered) {
    return (
      <EmptyState icon={SearchX} title="No monitor matches" text={noMatch(inventory)}>
        {filterGroups(urlState.url).map(({ field, text, facet }) => (
          <Button
            key={field}
            onClick={() => urlState.clearFilter(facet)}
            className="h-auto! min-h-[30px] max-w-full whitespace-normal! py-1 text-left [overflow-wrap:anywhere]"
          >
            <span>
              {field}: {text}
            </span>
            <Gain count={countWithout(facet, facets)} />
          </Button>
        ))}
        <Button look="ghost" onClick={urlState.clear}>
          Clear all
        </Button>
      </EmptyState>
    );
  }
  if (inventory.missing) {
    return (
      <EmptyState
        icon={CircleAlert}
        title="No monitor could be read"
        text={`Upstream has ${formatInteger(inventory.total)}. ${missingMessage(inventory.missing)}`}
      >
        <Button onClick={onRefresh}>Try again</Button>
      </EmptyState>
    );
  }
  if (inventory.state === 'reading') {
    return (
      <EmptyState
        icon={CircleDashed}
        title="Reading the monitors"
        text="More of them appear here as they arrive."
      />
    );
  }
  return (
    <EmptyState
      icon={CircleSlash2}
      title="No monitors yet"
      text="This organization has no monitors. They are created in the monitoring service’s own dashboard and appear here by themselves. If there should be some, the API key may belong to another organization."
    >
      <Button onClick={onRefresh}>Look again</Button>
    </EmptyState>
  );
}

function noMatch({ state, missing }: EmptyListProps['inventory']): string {
  if (state === 'reading') return 'Not among those read so far; the rest is on its way.';
  if (missing === null) return 'Nothing fits all of these. Drop one:';
  return `Not among those that could be read; ${formatInteger(missing.count)} ${areMissing(missing.count)}. Drop one:`;
}

/** What dropping a filter would bring, where that is known. */
function Gain({ count }: { count: number | null }) {
  if (count === null) return null;
  return (
    <span className={`shrink-0 text-xs ${count === 0 ? 'text-ink-3' : 'font-medium text-accent'}`}>
      {count === 0 ? 'still none' : `shows ${formatInteger(count)}`}
    </span>
  );
}

/** All that is asked for in one field. `facet` is null for the search. */
interface FilterGroup {
  field: string;
  text: string;
  facet: keyof Facets | null;
}

/** What is set, one entry a field: the steps by which somebody would widen a list in which nothing is left. */
export function filterGroups(url: MonitorsUrlState['url']): FilterGroup[] {
  const groups = new Map<string, FilterGroup>();
  for (const filter of activeFilters(url)) {
    const text = filter.kind === 'search' ? `“${filter.text}”` : filter.text;
    const known = groups.get(filter.field);
    groups.set(filter.field, {
      field: filter.field,
      text: known ? `${known.text}, ${text}` : text,
      facet: facetOf(filter),
    });
  }
  return [...groups.values()];
}

function facetOf(filter: ActiveFilter): FilterGroup['facet'] {
  return filter.kind === 'search' ? null : filter.facet;
}

/**
 * How many monitors there would be without one field's filter: a facet's counts stand under all other filters, and each
 * monitor is in one of them. Null where they do not tell: of the search, and of regions, as a monitor may have several.
 */
export function countWithout(facet: FilterGroup['facet'], facets: Facets | undefined): number | null {
  if (facet === null || facets === undefined) return null;
  const sum = Object.values(facets[facet]).reduce((total, count) => total + count, 0);
  return facet === 'region' && sum > 0 ? null : sum;
}
