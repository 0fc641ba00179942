import type { IncomingMessage } from 'node:http';
import { invalid, type Rejection } from './rejection.ts';

/** Longest URL answered, characters: room for many filters. */
const URL_MAX = 8192;
/** Of all headers together, bytes. A session's cookie and a browser's own headers take about two thousand. */
const HEADERS_MAX = 32 * 1024;
/** Of a body that states its length, bytes. The largest form holds a password and a path. */
const BODY_MAX = 64 * 1024;

/** Methods that Next passes to a route; for others it fails instead of rejecting. */
const routeMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A page that Next builds for its own failures, and would answer with 500. */
const nextErrorPage = /[/\\]_global-error/i;

const PROTO = '__proto__';

/** Rejects what Next would fail on or buffer without a limit; null when the request may go on to it. */
export function rejectRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>,
): Rejection | null {
  const { method = '', url = '/', headers, rawHeaders } = request;
  const [path = '/', query = ''] = splitOnce(url, '?');
  const isRead = method === 'GET' || method === 'HEAD';
  // Pages take no forms and there are no server actions: only routes handle other methods.
  if (!isRead && !(routeMethods.has(method) && path.startsWith('/api/'))) {
    const error = routeMethods.has(method)
      ? 'This endpoint accepts only GET and HEAD.'
      : 'Sightline does not support this method.';
    return { status: 405, error, code: 'method_not_allowed' };
  }
  if (offersWebSocket(headers)) {
    return { status: 426, error: 'WebSockets are not supported.', code: 'method_not_allowed' };
  }
  if (headers.host === undefined && request.httpVersion !== '1.0') {
    return invalid(400, 'The Host header is missing.', 'headers');
  }
  if (rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1) {
    return invalid(400, 'The request has more than one Host header.', 'headers');
  }
  // An absolute URL is what a client sends to a proxy.
  if (!url.startsWith('/')) return invalid(400, 'The path must start with a slash.', 'path');
  if (Number(headers['content-length'] ?? 0) > BODY_MAX) {
    return invalid(413, 'The request body is too large.', 'body');
  }
  if (url.length > URL_MAX) return invalid(414, 'The URL is too long.', 'path');
  if (rawHeaders.reduce((sum, text) => sum + text.length, 0) > HEADERS_MAX) {
    return invalid(431, 'The request headers are too large.', 'headers');
  }
  const decoded = decode(path);
  if (decoded === null) return invalid(400, 'The path has invalid percent-encoding.', 'path');
  // Browsers resolve dot segments before they send a request. Next resolves them after this check, and would then
  // answer another path than the one that was checked.
  if (/(^|[/\\])\.{1,2}([/\\]|$)/.test(decoded)) {
    return invalid(400, 'The path must not contain dot segments.', 'path');
  }
  // Next drops it while it parses the query, so that no route could reject it as unknown.
  if (new URLSearchParams(query).has(PROTO)) {
    return invalid(400, `The parameter "${PROTO}" is not supported.`, PROTO);
  }
  if (nextErrorPage.test(decoded)) {
    return { status: 404, error: 'Not found.', code: 'not_found' };
  }
  return null;
}

/** Other offers in `Upgrade`, such as HTTP/2 in clear text, may be ignored (RFC 9110, 7.8), and are. */
export function offersWebSocket(headers: IncomingMessage['headers']): boolean {
  return headers.upgrade !== undefined && /(^|,)\s*websocket\s*([,/]|$)/i.test(headers.upgrade);
}

function splitOnce(text: string, by: string): [before: string, after: string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}
