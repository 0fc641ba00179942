import type { IncomingMessage, ServerResponse } from 'node:http';

/** Methods that Next hands to a route or a page; for others it fails instead of refusing. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Answers the requests that Next itself would stumble over, in the form of the BFF's errors (lib/contract/error.ts).
 * @returns whether the request has been answered
 */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.has(request.method ?? '')) {
    response.setHeader('Allow', 'GET, HEAD');
    refuse(response, 405, { error: 'This address only answers GET.', code: 'method_not_allowed' });
    return true;
  }
  if (!isDecodable(request.url ?? '/')) {
    refuse(response, 400, {
      error: 'The address is not well encoded: it holds a percent sign that encodes nothing.',
      code: 'invalid_parameter',
      parameter: 'path',
    });
    return true;
  }
  return false;
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, status: number, body: Record<string, string>): void {
  const requestId = crypto.randomUUID();
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  response.end(JSON.stringify({ ...body, request_id: requestId }));
}
