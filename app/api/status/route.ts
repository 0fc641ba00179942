import { readStatus } from '@/lib/server/api/parameters';
import { route } from '@/lib/server/api/route';

/** Load balancers and uptime checks can request a 503 while the status is down or unknown. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url }) => {
  const { query, name, failsOnDown } = readStatus(url.searchParams, container.filtersOfView);
  const answer = await container.getStatus(query, name);
  const isFailed = failsOnDown && (answer.status === 'down' || answer.status === 'unknown');
  return { json: answer, status: isFailed ? 503 : 200 };
}, 'view');
