import { CircleAlert, CircleDashed, CircleSlash2, FileX2, SearchX } from 'lucide-react';
import { checksHost } from '@/components/monitor/checks-host';
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { StatePanel } from '@/components/ui/state-panel';
import type { Facets, MonitorList, SameHost as SameHostSearch } from '@/lib/contract/responses';
import { formatInteger } from '@/lib/text/format';
import { activeFilters, filterGroups } from './active-filters';
import { areMissing, missingMessage } from './missing-message';
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
        <p>{`The list has ${formatInteger(last)} ${last === 1 ? 'page' : 'pages'}.`}</p>
      </StatePanel>
    );
  }
  if (list.same_host) return <SameHost sameHost={list.same_host} urlState={urlState} />;
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

/** No monitor matches a pasted URL, but other monitors check its host. */
function SameHost({ sameHost, urlState }: { sameHost: SameHostSearch; urlState: MonitorsUrlState }) {
  const { host, total, q, dropped } = sameHost;
  return (
    <StatePanel
      icon={SearchX}
      title={`Nothing checks this ${dropped}`}
      actions={
        <>
          <Button onClick={() => urlState.search(q)}>
            {total === 1 ? 'Show the monitor' : `Show ${formatInteger(total)} monitors`}
          </Button>
          <Button variant="ghost" onClick={urlState.clear}>
            Clear all
          </Button>
        </>
      }
    >
      <p>
        {checksHost(total)}:{' '}
        <b className="font-medium font-mono text-ink text-sm [overflow-wrap:anywhere]">{host}</b>
      </p>
    </StatePanel>
  );
}

function NoMatch({ list, urlState }: { list: MonitorList; urlState: MonitorsUrlState }) {
  const { url, shortenedNotice, clear, change } = urlState;
  const filters = activeFilters(url);
  const isComplete = list.meta.inventory.state === 'complete';
  if (isComplete && filters.every(({ facet }) => facet === null)) {
    return (
      <StatePanel icon={SearchX} title="No matches" actions={<Button onClick={clear}>Clear search</Button>}>
        <p>{noSearchMatch(url.q, shortenedNotice)}</p>
      </StatePanel>
    );
  }
  const isDownAlone = filters.length === 1 && url.condition.join() === 'down';
  return (
    <StatePanel
      icon={SearchX}
      title={isComplete && isDownAlone ? 'Nothing is down' : 'No matches'}
      actions={
        <>
          {filterGroups(url).map(({ field, text, facet }) => {
            const count = countWithout(facet, list.facets);
            return (
              <Button
                key={field}
                onClick={() => change({ [facet ?? 'q']: null })}
                className="h-auto! min-h-[30px] max-w-full whitespace-normal! py-1 text-left [overflow-wrap:anywhere]"
              >
                <span>
                  {field}: {text}
                </span>
                {count === null ? null : (
                  <span
                    className={`shrink-0 text-xs ${count === 0 ? 'text-ink-3' : 'font-medium text-accent'}`}
                  >
                    {count === 0 ? 'still none' : `shows ${formatInteger(count)}`}
                  </span>
                )}
              </Button>
            );
          })}
          <Button variant="ghost" onClick={clear}>
            Clear all
          </Button>
        </>
      }
    >
      <p>{noMatch(list.meta.inventory)}</p>
    </StatePanel>
  );
}

/** @param notice says what was cut from the search; null if nothing was */
function noSearchMatch(q: string, notice: string | null): string {
  if (notice !== null) return `No match in the part that was searched. ${notice}`;
  if (/[,;]/.test(q)) return 'No monitor matches any of these.';
  if (q.includes(' ')) return 'No monitor matches all of these words.';
  if (/^\w+:\/\//.test(q)) return 'No monitor checks this address or its host.';
  return 'No monitor has this name, target, region, type, condition or UUID.';
}

function noMatch({ state, missing }: MonitorList['meta']['inventory']): string {
  if (state === 'reading') return 'Some monitors are still loading.';
  if (missing === null) return 'Remove a filter:';
  return `Not among those that could be read; ${formatInteger(missing.count)} ${areMissing(missing.count)}. Remove a filter:`;
}

/**
 * The number of monitors without the filter of one field: the sum of the facet's counts, which apply all
 * other filters. Null if unknown: for the search, a rule of the review and a group, and for regions and status codes, because a monitor
 * may have several.
 */
export function countWithout(
  facet: ReturnType<typeof filterGroups>[number]['facet'],
  facets: Facets | undefined,
): number | null {
  if (facet === null || facet === 'rule' || facet === 'in_group' || facets === undefined) return null;
  const sum = [...facets[facet].values()].reduce((total, count) => total + count, 0);
  return (facet === 'region' || facet === 'expected_status_codes') && sum > 0 ? null : sum;
}
