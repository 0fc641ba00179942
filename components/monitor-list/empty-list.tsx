import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleDashed, CircleSlash2, FileX2, SearchX } from 'lucide-react';
import { MonitorSuggestions, wrappingButton } from '@/components/monitor/suggestions';
import { Age } from '@/components/ui/age';
import { Button, buttonClass } from '@/components/ui/button';
import { StatePanel } from '@/components/ui/state-panel';
import { useRequestContext } from '@/components/ui/use-request-context';
import { type MonitorsUrlChange, noFilters, parseMonitorsUrl } from '@/lib/client/monitors-url';
import { monitorListQuery, readOnce } from '@/lib/client/queries';
import { flappingMeaning } from '@/lib/contract/conditions';
import type { ParameterProblem } from '@/lib/contract/query-parameters';
import type { MonitorList } from '@/lib/contract/responses';
import { parseSearch, printSearch } from '@/lib/contract/search/parse-search';
import { formatCount, formatInteger } from '@/lib/text/format';
import { activeFilters, filterGroups } from './active-filters';
import { countOf } from './count-strip';
import { noSearchMatch } from './explain-search';
import type { FilterUrl } from './facets';
import { PastOutages } from './filter-chips';
import { areMissing, missingMessage } from './missing-message';
import { QueryProblems } from './rejected-query';
import { searchMistake } from './search-mistake';
import type { MonitorsUrlState } from './use-monitors-url';

/**
 * The reason for a list without rows, with actions: page past the end, no matches, not read yet, or no
 * monitors.
 */
export function EmptyList(props: { urlState: MonitorsUrlState; list: MonitorList; onRefresh: () => void }) {
  const { urlState, list, onRefresh } = props;
  const { inventory } = list.meta;
  const { total, total_pages: last } = list.pagination;
  if (total > 0) {
    return (
      <StatePanel
        icon={FileX2}
        title={`Page ${formatInteger(urlState.query.page)} doesn’t exist`}
        actions={
          <>
            <Button onClick={() => urlState.setPage(last)}>Last page</Button>
            <Button variant="ghost" onClick={() => urlState.setPage(1)}>
              First page
            </Button>
          </>
        }
      >
        <p>{`The list has ${formatCount(last, 'page')}.`}</p>
      </StatePanel>
    );
  }
  const problems = inventory.state === 'complete' ? impossibleParts(urlState.url, list.facets) : [];
  if (problems.length > 0)
    return <QueryProblems problems={problems} urlState={urlState} facets={list.facets} />;
  if (urlState.isFiltered) return <NoMatch list={list} urlState={urlState} />;
  if (inventory.missing) {
    return (
      <StatePanel
        icon={CircleAlert}
        title="Couldn’t load any monitors"
        actions={<Button onClick={onRefresh}>Try again</Button>}
      >
        <p>{`The API has ${formatInteger(inventory.total)}. ${missingMessage(inventory.missing)}`}</p>
      </StatePanel>
    );
  }
  if (inventory.state === 'reading') {
    return (
      <StatePanel icon={CircleDashed} title="Loading monitors">
        <p>They appear here as they load.</p>
      </StatePanel>
    );
  }
  return (
    <StatePanel
      icon={CircleSlash2}
      title="No monitors yet"
      actions={<Button onClick={onRefresh}>Refresh</Button>}
    >
      <p>
        This organization has no monitors. Create them in the monitoring service’s dashboard; they appear here
        automatically. If you expected some, the API key may belong to another organization.
      </p>
      <p>
        Last read <Age iso={list.meta.as_of} suffix=" ago" />.
      </p>
    </StatePanel>
  );
}

/** The title when no monitor is in the only state that is searched or filtered. */
const stateTitles: Readonly<Record<string, string>> = {
  down: 'No monitor is down',
  overdue: 'No monitor is overdue',
  unknown: 'No monitor has an unknown status',
  pending: 'No monitor waits for its first check',
  up: 'No monitor is up',
  inactive: 'No monitor is inactive',
  active: 'No monitor is active',
  maintenance: 'No monitor is in maintenance',
  flapping: 'No monitor is flapping',
};

/** The title when the only filter is one state; null otherwise. */
export function stateTitle(url: FilterUrl): string | null {
  if (activeFilters(url).length !== 1) return null;
  const { q, condition, is_active, maintenance_mode, flapping } = url;
  const [state] = [
    ...condition,
    ...(is_active === null ? [] : [is_active === 'true' ? 'active' : 'inactive']),
    ...(maintenance_mode === 'true' ? ['maintenance'] : []),
    ...(flapping === 'true' ? ['flapping'] : []),
    ...(/^is:(\w+)$/.exec(q.trim()) ?? []).slice(1),
  ];
  return stateTitles[state ?? ''] ?? null;
}

/** The parts of a query that no monitor can match: a mistake in the search, and regions that no monitor has. */
function impossibleParts({ q, region }: FilterUrl, facets: MonitorList['facets']): ParameterProblem[] {
  const problem = (parameter: string, value: string) =>
    ({ parameter, value, breach: 'value', detail: 'finds nothing' }) as const;
  const included = region.filter((value) => !value.startsWith('-'));
  const unknown = included.filter((value) => facets?.region.has(value) === false);
  return [
    ...(searchMistake(q, facets) === null ? [] : [problem('q', q)]),
    ...(unknown.length === included.length ? unknown.map((value) => problem('region', value)) : []),
  ];
}

/** No monitor matches: the reason, what may be meant, and buttons that remove filters, with the number of monitors then found. */
function NoMatch({ list, urlState }: { list: MonitorList; urlState: MonitorsUrlState }) {
  const { url, clear, change } = urlState;
  const { inventory } = list.meta;
  const ofState = inventory.state === 'complete' ? stateTitle(url) : null;
  const isSearchAlone = activeFilters(url).every(({ facet }) => facet === null);
  const isFlapping = ofState === stateTitles.flapping;
  const removals = removalsOf(url);
  const isOne = removals.length === 1;
  const reason =
    incompleteMessage(inventory) ??
    (ofState === null ? null : `None of ${formatInteger(inventory.total)}.`) ??
    (isSearchAlone ? noSearchMatch(url.q) : null);
  return (
    <StatePanel
      icon={SearchX}
      title={ofState ?? 'No matches'}
      actions={
        <>
          {isFlapping ? <PastOutages className={buttonClass()} /> : null}
          {isOne
            ? null
            : removals.map((removal) => (
                <Button key={removal.label} onClick={() => change(removal.change)} className={wrappingButton}>
                  <span>{removal.label}</span>
                  <CountWithout href={urlState.hrefOf(removal.change)} />
                </Button>
              ))}
          <Button variant={isOne ? 'outline' : 'ghost'} onClick={clear}>
            {isOne ? `Clear ${isSearchAlone ? 'search' : 'filter'}` : 'Clear all'}
          </Button>
        </>
      }
    >
      {reason === null ? null : (
        <p>
          {reason}
          {isFlapping ? ` A monitor is flapping while its ${flappingMeaning}` : null}
        </p>
      )}
      <MonitorSuggestions
        found={list.did_you_mean}
        onSearch={(q, isWithinFilters) => change(isWithinFilters ? { q } : { ...noFilters, q })}
      />
      {isOne ? null : <p>Remove a {isSearchAlone ? 'word' : 'filter'}:</p>}
    </StatePanel>
  );
}

interface Removal {
  label: string;
  change: MonitorsUrlChange;
}

/** The most words of a search that can be removed one by one. */
const WORDS_MAX = 5;

/** What can be removed so that the list may have monitors: each filter, and each word of a search. */
export function removalsOf(url: FilterUrl) {
  return filterGroups(url).flatMap(({ facet, field, text }): Removal[] => {
    if (facet !== null) return [{ label: `${field}: ${text}`, change: { [facet]: null } }];
    const words = parseSearch(url.q).all ?? [];
    if (words.length < 2 || words.length > WORDS_MAX)
      return [{ label: `${field}: ${text}`, change: { q: null } }];
    return words.map((word) => ({
      label: `“${printSearch([word])}”`,
      change: { q: printSearch(words.filter((other) => other !== word)) },
    }));
  });
}

/** How many monitors a list with fewer filters has; nothing until it is known. */
function CountWithout({ href }: { href: string }) {
  const { query } = parseMonitorsUrl(new URLSearchParams(href.replace(/^[^?]*/, '')));
  const first = { ...query, page: 1, per_page: 1, facets: false };
  const { data } = useQuery({ ...monitorListQuery(first, useRequestContext()), ...readOnce });
  if (data === undefined) return null;
  const count = countOf(data.body);
  return (
    <span className={`shrink-0 text-xs ${count === 0 ? 'text-ink-3' : 'font-medium text-accent'}`}>
      {count === 0 ? 'still none' : `shows ${formatInteger(count)}`}
    </span>
  );
}

/** Why a list that is not complete may lack a monitor; null: it is complete. */
function incompleteMessage({ state, missing }: MonitorList['meta']['inventory']): string | null {
  if (state === 'reading') return 'Some monitors are still loading.';
  if (missing === null) return null;
  return `Not among those that could be read; ${formatInteger(missing.count)} ${areMissing(missing.count)}.`;
}
