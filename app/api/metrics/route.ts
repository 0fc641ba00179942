import { route } from '@/lib/server/api/route';

// `everyone` skips the session check: scrapers authenticate with a token. A request without a valid token gets 404, so that
// the response does not reveal whether metrics are enabled.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(async ({ container, request }) => {
  const { body, contentType } = await container.metrics(request.headers.get('authorization'));
  return { response: new Response(body, { headers: { 'Content-Type': contentType } }) };
}, 'everyone');
