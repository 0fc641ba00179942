import { route } from '@/lib/server/api/route';

// Unlike in other routes, unknown parameters are accepted: a probe may append any, and its check must not fail for them.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(({ container, url }) => {
  const { health, ready } = container.getHealth();
  // With `ready=1`, the status is 503 until there is data to show. Otherwise it is 200: a process that responds is alive.
  const isNotReady = url.searchParams.get('ready') === '1' && !ready;
  return { json: health, status: isNotReady ? 503 : 200 };
}, 'everyone');
