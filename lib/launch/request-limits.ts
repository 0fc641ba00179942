import type { IncomingMessage } from 'node:http';
import { BODY_MAX_BYTES, LIST_MAX_BYTES } from '../process/body-limits.ts';
import { invalidRequest, type Rejection } from './rejection.ts';

/** Maximum length of a URL, characters: enough for many filters. */
const URL_MAX = 8192;
/** The routes of lists of addresses and of views. They limit their bodies themselves, even without a Content-Length. */
const listPath = /^\/api\/(coverage|views\/own)$/;

/** Methods that Next passes to routes; it fails on all others instead of rejecting them. */
const routeMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A page that Next builds for its own errors, and would serve with status 500. */
const nextErrorPage = /[/\\]_global-error/i;

const PROTO = '__proto__';

/** Rejects requests on which Next would fail or buffer without a limit; null for all others. */
export function rejectRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>,
): Rejection | null {
  const { method = '', url = '/', headers, rawHeaders } = request;
  const mark = url.indexOf('?');
  const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
  const isRead = method === 'GET' || method === 'HEAD';
  // Pages receive no forms and there are no server actions: only routes handle other methods.
  if (!isRead && !(routeMethods.has(method) && isRoutePath(path))) {
    const error = routeMethods.has(method)
      ? 'This endpoint accepts only GET and HEAD.'
      : 'Sightline does not support this method.';
    return { status: 405, error, code: 'method_not_allowed' };
  }
  if (offersWebSocket(headers)) {
    return { status: 426, error: 'WebSockets are not supported.', code: 'method_not_allowed' };
  }
  if (headers.host === undefined && request.httpVersion !== '1.0') {
    return invalidRequest(400, 'The Host header is missing.', 'headers');
  }
  if (rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1) {
    return invalidRequest(400, 'The request has more than one Host header.', 'headers');
  }
  // Clients send absolute URLs to proxies only.
  if (!url.startsWith('/')) return invalidRequest(400, 'The path must start with a slash.', 'path');
  if (Number(headers['content-length'] ?? 0) > (listPath.test(path) ? LIST_MAX_BYTES : BODY_MAX_BYTES)) {
    return { status: 413, error: 'The request body is too large.', code: 'too_large' };
  }
  if (url.length > URL_MAX) return invalidRequest(414, 'The URL is too long.', 'path');
  const decoded = decode(path);
  if (decoded === null) return invalidRequest(400, 'The path has invalid percent-encoding.', 'path');
  // Browsers resolve dot segments before they send a request. Next resolves them after this check, and would
  // then serve another path than the one that was checked.
  if (/(^|[/\\])\.{1,2}([/\\]|$)/.test(decoded)) {
    return invalidRequest(400, 'The path must not contain dot segments.', 'path');
  }
  // Next drops this parameter while parsing the query, so no route could reject it as unknown.
  if (new URLSearchParams(query).has(PROTO)) {
    return invalidRequest(400, `The parameter "${PROTO}" is not supported.`, PROTO);
  }
  if (nextErrorPage.test(decoded)) {
    return { status: 404, error: 'Not found.', code: 'not_found' };
  }
  return null;
}

/** Whether a path belongs to a route. The page of the API is below /api, too, in every spelling that Next may accept. */
function isRoutePath(path: string): boolean {
  return path.startsWith('/api/') && !/^\/api\/+docs(\/|$)/i.test(decode(path) ?? path);
}

/** Whether `Upgrade` offers WebSocket. Any other offer may be ignored (RFC 9110, 7.8). */
export function offersWebSocket(headers: IncomingMessage['headers']): boolean {
  return headers.upgrade !== undefined && /(^|,)\s*websocket\s*([,/]|$)/i.test(headers.upgrade);
}

function decode(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}
