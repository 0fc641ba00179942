import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Longest address answered, characters: many filters fit, floods do not. */
const URL_MAX = 8192;
/** Of all headers together, bytes. A session's cookie and a browser's own headers take about two thousand. */
const HEADERS_MAX = 32 * 1024;

/** A refusal in the form of the BFF's errors (lib/contract/error.ts). */
export interface Refusal {
  status: 400 | 405 | 414 | 426 | 431;
  error: string;
  code: 'invalid_parameter' | 'method_not_allowed';
  parameter?: string;
}

/** Methods that Next hands to a route; for others it fails instead of refusing. */
const routeMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What Next itself would stumble over, or hold memory for; null when the request may go on to it. */
export function refusalOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>,
): Refusal | null {
  const { method = '', url = '/', rawHeaders } = request;
  const path = url.split('?', 1)[0] ?? '/';
  const readsOnly = method === 'GET' || method === 'HEAD';
  // Pages take no forms and there are no server actions: only routes have a say in other methods.
  if (!readsOnly && !(routeMethods.has(method) && path.startsWith('/api/'))) {
    return { status: 405, error: 'This address only answers GET.', code: 'method_not_allowed' };
  }
  if (request.headers.upgrade !== undefined) {
    return { status: 426, error: 'There are no sockets here.', code: 'method_not_allowed' };
  }
  if (url.length > URL_MAX) return unreadable(414, 'The address is too long.', 'path');
  if (rawHeaders.reduce((sum, text) => sum + text.length, 0) > HEADERS_MAX) {
    return unreadable(431, 'The request carries too many or too long headers.', 'headers');
  }
  if (!isDecodable(path)) {
    return unreadable(
      400,
      'The address is not well encoded: it holds a percent sign that encodes nothing.',
      'path',
    );
  }
  return null;
}

function unreadable(status: 400 | 414 | 431, error: string, parameter: string): Refusal {
  return { status, error, code: 'invalid_parameter', parameter };
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

/** Answers a refused request and takes no more of what it still sends. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { body, headers } = rendered(refusal);
  response.writeHead(refusal.status, headers);
  response.end(body);
}

/** The same on a connection that never became a request: headers too long, no HTTP at all, an upgrade. */
export function refuseSocket(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { body, headers } = rendered(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status} Refused`, ...lines, '', body].join('\r\n'));
}

function rendered({ status, ...content }: Refusal): { body: string; headers: Record<string, string> } {
  const requestId = crypto.randomUUID();
  const body = JSON.stringify({ ...content, request_id: requestId });
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': requestId,
      ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
      Connection: 'close',
    },
  };
}
