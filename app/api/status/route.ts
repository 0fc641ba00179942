import { readStatus } from '@/lib/server/api/parameters';
import { viewRoute } from '@/lib/server/api/route';

/** The counters of the API are for callers only, and a probe must not make Sightline read the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = viewRoute(async ({ container, url }) => {
  const { query, name, failsOnDown } = readStatus(url.searchParams, container.filtersOfView);
  const answer = await container.getStatus(query, name);
  const isFailed = failsOnDown && (answer.status === 'down' || answer.status === 'unknown');
  return { json: answer, status: isFailed ? 503 : 200 };
});
