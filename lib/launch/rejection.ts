import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../contract/error-table.ts';
import type { HeaderValues } from './security-headers.ts';

/** An error response of the launcher itself, in the format of the BFF's errors (lib/contract/error.ts). */
export interface Rejection {
  status: 400 | 404 | 405 | 414 | 421 | 500;
  /** A sentence for the user. It never repeats anything from the request. */
  error: string;
  code: ErrorCode;
  parameter?: string;
}

/** Maximum length of a URL, characters: enough for many filters. */
const URL_MAX = 8192;

/** Methods that Next passes to routes; it fails on all others instead of rejecting them. */
const routeMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A page that Next builds for its own errors, and would serve with status 500. */
const nextErrorPage = /[/\\]_global-error/i;

/** Rejects requests on which Next would fail, or that it would understand as another request; null for all others. */
export function rejectRequest({
  method = '',
  url = '/',
}: Pick<IncomingMessage, 'method' | 'url'>): Rejection | null {
  const [path = ''] = url.split('?', 1);
  const isRead = method === 'GET' || method === 'HEAD';
  // Pages receive no forms and there are no server actions: only routes handle other methods.
  if (!isRead && !(routeMethods.has(method) && path.startsWith('/api/'))) {
    const error = routeMethods.has(method)
      ? 'This endpoint accepts only GET and HEAD.'
      : 'Sightline does not support this method.';
    return { status: 405, error, code: 'method_not_allowed' };
  }
  // Clients send absolute URLs to proxies only.
  if (!url.startsWith('/')) return invalidPath(400, 'The path must start with a slash.');
  if (url.length > URL_MAX) return invalidPath(414, 'The URL is too long.');
  const decoded = decode(path);
  if (decoded === null) return invalidPath(400, 'The path has invalid percent-encoding.');
  // Browsers resolve dot segments before they send a request. Next resolves them after this check, and would
  // then serve another path than the one that was checked.
  if (/(^|[/\\])\.{1,2}([/\\]|$)/.test(decoded)) {
    return invalidPath(400, 'The path must not contain dot segments.');
  }
  if (nextErrorPage.test(decoded)) {
    return { status: 404, error: 'Not found.', code: 'not_found' };
  }
  return null;
}

function invalidPath(status: 400 | 414, error: string): Rejection {
  return { status, error, code: 'invalid_parameter', parameter: 'path' };
}

function decode(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** Responds to a rejected request. Its body, if any, is discarded as it arrives. @returns the request id */
export function sendRejection(
  response: ServerResponse,
  { status, ...content }: Rejection,
  headers: HeaderValues,
): string {
  const requestId = crypto.randomUUID();
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(JSON.stringify({ ...content, request_id: requestId }));
  return requestId;
}
