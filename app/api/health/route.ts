import { admit, route } from '@/lib/server/api/route';

// Unlike in other routes, unknown parameters are accepted: a probe may append any, and its check must not fail for them.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, url, request }) => {
  const { health, verbose, ready } = container.getHealth();
  // With `ready=1`, the status is 503 until there is data to show. Otherwise it is 200: a process that responds is alive.
  const isNotReady = url.searchParams.get('ready') === '1' && !ready;
  const status = isNotReady ? 503 : 200;
  if (url.searchParams.get('verbose') !== '1') return { json: health, status };
  // Only callers who may see the monitors get the versions. The caller does not count as a viewer.
  await admit(container, request);
  return { json: verbose, status };
}, 'everyone');
