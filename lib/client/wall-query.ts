import { queryOptions } from '@tanstack/react-query';
import { knownParameters } from '../contract/query-parameters.ts';
import type { Wall } from '../contract/wall';
import { wallQuerySchema } from '../contract/wall-query.ts';
import { basePath } from '../text/base-path';
import { ApiError, etaggedQuery, parseErrorBody, type RequestContext } from './fetch-json';
import { listPollInterval } from './poll-intervals';

const loadSchema = async () => (await import('../contract/wall')).wallSchema;

/**
 * The query of `GET /api/wall` for the search part of a URL, without the parameters that a wall does not have. Without filters,
 * `view` is the name of a view of the team.
 */
export function wallSearch(search: URLSearchParams): string {
  const rest = knownParameters(wallQuerySchema, search);
  if (rest.size > 1 || rest.get('view') === '') rest.delete('view');
  return rest.toString();
}

/** @param search a result of `wallSearch` */
export const wallKey = (search: string) => ['wall', search] as const;

/** Query options for all that a wall shows, `GET /api/wall`. */
export function wallQuery(search: string, context: RequestContext) {
  const read = etaggedQuery<Wall>(`/api/wall${search && `?${search}`}`, loadSchema, context);
  return queryOptions({
    queryKey: wallKey(search),
    queryFn: async (request) => {
      await openByToken(request.signal);
      return read(request);
    },
    refetchInterval: ({ state: { data, error, dataUpdatedAt: at } }) =>
      listPollInterval(
        { list: data?.body, error, at, now: Date.now() },
        context.isPaused,
        context.serverNow(),
      ),
    refetchIntervalInBackground: true,
  });
}

/**
 * Exchanges the token after the `#` of the URL for the cookie of the wall, and replaces the token by the wall's view. Tried
 * before each request: a link that was opened while the server could not be reached then works later.
 */
async function openByToken(signal: AbortSignal): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${basePath}/api/auth/wall`, { method: 'POST', headers, signal }).catch(
    (error: unknown) => {
      throw signal.aborted ? error : new ApiError(null);
    },
  );
  // Without sign-in there are no tokens, and everyone may see the wall.
  if (!response.ok && response.status !== 404)
    throw new ApiError(await parseErrorBody(await response.json().catch(() => null)));
  // The response redirects to the wall with its view.
  const { pathname, search } = response.ok ? new URL(response.url) : location;
  history.replaceState(history.state, '', pathname + search);
}
