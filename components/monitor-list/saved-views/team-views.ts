import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRequestContext } from '@/components/ui/use-request-context';
import { etaggedQuery, type RequestContext } from '@/lib/client/fetch-json';
import { HISTORY_POLL_MS } from '@/lib/client/poll-intervals';
import { arrangement } from '@/lib/contract/inventory-query';
import type { TeamView, Views } from '@/lib/contract/views';
import { withBasePath } from '@/lib/text/base-path';
import { shownColumns } from '../table/use-columns';
import type { SavedView } from './saved-views';

// How views leave this browser, and those of the team: apart from the views that the first load of the list needs (ADR 0042).

/** The URL for sharing a view, with its name, by which others can save it. @param origin without a trailing slash */
export function linkOf(view: SavedView, origin: string): string {
  const search = new URLSearchParams(view.search);
  search.set('view', view.name);
  return origin + withBasePath(`/monitors?${search}`);
}

/** The path of the list of a view, without the base path. @param hasDefault whether `/monitors` alone opens a default view */
export function pathOfView(search: string, hasDefault: boolean): '/monitors' | `/monitors?${string}` {
  if (search !== '') return `/monitors?${search}`;
  return hasDefault ? '/monitors?view=' : '/monitors';
}

/** Converts a view of the team to one of a person. */
export function savedViewOf({ name, query, columns }: TeamView): SavedView {
  return columns === null ? { name, search: query } : { name, search: query, columns };
}

/** Returns views as the content of a views file (SIGHTLINE_VIEWS_FILE). */
export function viewsFileOf(views: readonly SavedView[]): string {
  const file = {
    views: views.map(({ name, search, columns }) => {
      const pairs = [...Map.groupBy(new URLSearchParams(search), ([key]) => key)].map(
        ([key, found]) =>
          [key, found.length === 1 ? found[0]?.[1] : found.map(([, value]) => value)] as const,
      );
      const isFilter = ([key]: readonly [string, unknown]) => !arrangement.some((name) => name === key);
      return {
        name,
        filters: Object.fromEntries(pairs.filter(isFilter)),
        ...Object.fromEntries(pairs.filter((pair) => !isFilter(pair))),
        ...(columns === undefined ? {} : { columns: shownColumns(columns) }),
      };
    }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The views of the team in the form of saved views, empty until they are loaded, and the problems of their file. */
export function useTeamViews() {
  const body = useQuery(viewsQuery(useRequestContext())).data?.body;
  const views = body?.data ?? [];
  return {
    views: views.map((view) => ({ ...savedViewOf(view), description: view.description })),
    hasDefault: views.some((view) => view.default),
    problems: body?.meta.problems ?? [],
  };
}

const loadSchema = async () => (await import('@/lib/contract/views')).viewsSchema;

/** Query options for the views of the team, `GET /api/views`. */
function viewsQuery(context: RequestContext) {
  return queryOptions({
    queryKey: ['views'],
    queryFn: etaggedQuery<Views>('/api/views', loadSchema, context),
    refetchInterval: HISTORY_POLL_MS,
  });
}
