import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Longest address answered, characters: many filters fit, floods do not. */
const URL_MAX = 8192;
/** Of all headers together, bytes. A session's cookie and a browser's own headers take about two thousand. */
const HEADERS_MAX = 32 * 1024;
/** Of a body that says how long it is, bytes. A password and a path are all that anybody has to send. */
const BODY_MAX = 64 * 1024;
/** How long a refused connection stays open for the answer to be read, milliseconds. */
const LINGER_MS = 1000;

/** A refusal in the form of the BFF's errors (lib/contract/error.ts). */
export interface Refusal {
  status: 400 | 404 | 405 | 408 | 413 | 414 | 417 | 426 | 431;
  error: string;
  code: 'invalid_parameter' | 'method_not_allowed' | 'not_found';
  parameter?: string;
}

/** Methods that Next hands to a route; for others it fails instead of refusing. */
const routeMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A page that Next builds for its own failures, and would answer with 500. */
const nextsOwn = /[/\\]_global-error/i;

const PROTO = '__proto__';

/** What Next itself would stumble over, or hold memory for; null when the request may go on to it. */
export function refusalOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>,
): Refusal | null {
  const { method = '', url = '/', rawHeaders } = request;
  const [path = '/', query = ''] = splitOnce(url, '?');
  const readsOnly = method === 'GET' || method === 'HEAD';
  // Pages take no forms and there are no server actions: only routes have a say in other methods.
  if (!readsOnly && !(routeMethods.has(method) && path.startsWith('/api/'))) {
    return { status: 405, error: 'This address only answers GET.', code: 'method_not_allowed' };
  }
  if (request.headers.upgrade !== undefined) {
    return { status: 426, error: 'There are no sockets here.', code: 'method_not_allowed' };
  }
  if (request.headers.host === undefined && request.httpVersion !== '1.0') {
    return unreadable(400, 'The request does not say whom it asks: its header Host is missing.', 'headers');
  }
  // A whole address is what one asks a proxy for.
  if (!url.startsWith('/')) return unreadable(400, 'The address must begin with a slash.', 'path');
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX) {
    return unreadable(413, 'The request carries more than anything here takes.', 'body');
  }
  if (url.length > URL_MAX) return unreadable(414, 'The address is too long.', 'path');
  if (rawHeaders.reduce((sum, text) => sum + text.length, 0) > HEADERS_MAX) {
    return unreadable(431, 'The request carries too many or too long headers.', 'headers');
  }
  const decoded = decode(path);
  if (decoded === null) {
    return unreadable(
      400,
      'The address is not well encoded: it holds a percent sign that encodes nothing.',
      'path',
    );
  }
  // Browsers resolve these before they ask. Next does so after us, and would ask for something else than we let pass.
  if (/(^|[/\\])\.{1,2}([/\\]|$)/.test(decoded))
    return unreadable(400, 'The address leads out of itself.', 'path');
  // Next loses it while it reads the address, so nobody after us could refuse it as unknown.
  if (new URLSearchParams(query).has(PROTO)) {
    return unreadable(400, `The parameter "${PROTO}" is none that anything here knows.`, PROTO);
  }
  if (nextsOwn.test(decoded)) {
    return { status: 404, error: 'There is nothing at this address.', code: 'not_found' };
  }
  return null;
}

function splitOnce(text: string, by: string): [before: string, after: string] {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function unreadable(status: Refusal['status'], error: string, parameter: string): Refusal {
  return { status, error, code: 'invalid_parameter', parameter };
}

function decode(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

/** What a connection gets that never became a request. @param code Node's name of what went wrong */
export function refusalOfSocket(code: string | undefined): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return unreadable(408, 'The request took too long to come.', 'headers');
    case 'HPE_HEADER_OVERFLOW':
      return unreadable(431, 'The request carries too many or too long headers.', 'headers');
    default:
      return unreadable(400, 'This is no readable request.', 'headers');
  }
}

/** Answers a refused request. Its body, if it has one, is thrown away as it comes. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  const { body, headers } = rendered(refusal);
  response.writeHead(refusal.status, headers);
  response.end(body);
}

/**
 * The same on a connection that never became a request: headers too long or too slow, no HTTP at all, a tunnel.
 * @param always the headers that every answer has
 */
export function refuseSocket(
  socket: Duplex,
  refusal: Refusal,
  always: readonly (readonly [name: string, value: string])[],
): void {
  // Whoever goes on sending meets this again, after the answer.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { body, headers } = rendered(refusal);
  const lines = [...always, ...Object.entries(headers), ['Connection', 'close']];
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end([...head, '', body].join('\r\n'));
  // Hung up on at once, they could lose the answer; never, they would hold the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function rendered({ status, ...content }: Refusal): { body: string; headers: Record<string, string> } {
  const requestId = crypto.randomUUID();
  const body = JSON.stringify({ ...content, request_id: requestId });
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
      // What follows a wish for another protocol is nothing that could be read.
      ...(status === 426 ? { Connection: 'close' } : {}),
    },
  };
}
