import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../contract/error-table.ts';
import type { HeaderValues } from './security-headers.ts';

/** How long a rejected connection stays open, so that the client can read the response, milliseconds. */
const LINGER_MS = 1000;

/** An error response of the launcher itself, in the format of the BFF's errors (lib/contract/error.ts). */
export interface Rejection {
  status: 400 | 404 | 405 | 408 | 413 | 414 | 421 | 426 | 431 | 500 | 503;
  /** A sentence for the user. It never repeats anything from the request. */
  error: string;
  code: ErrorCode;
  parameter?: string;
  /** Whether it is sent as text that a user can read, instead of JSON. */
  asPage?: true;
}

/** Returns the rejection of a malformed or oversized request. @param parameter the part at fault */
export function invalidRequest(status: Rejection['status'], error: string, parameter: string): Rejection {
  return { status, error, code: 'invalid_parameter', parameter };
}

/**
 * Returns the rejection of a connection without a valid request.
 *
 * @param code the code of Node's error
 * @param publicHost at which users open the product
 */
export function rejectionOfClientError(code: string | undefined, publicHost: string): Rejection {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalidRequest(408, 'The request timed out.', 'headers');
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      ...invalidRequest(431, tooLarge(publicHost), 'headers'),
      // The headers were not read, so nobody knows who asks: users are more often affected than programs.
      asPage: true,
    };
  return invalidRequest(400, 'The request is not valid HTTP.', 'headers');
}

const tooLarge = (host: string) =>
  `Sightline can’t read this request: its headers are larger than 64 kB. The usual cause is cookies of other applications. Delete your browser’s cookies for ${host} and its parent domains, then reload the page.`;

/** Responds to a rejected request. Its body, if any, is discarded as it arrives. @returns the request id */
export function sendRejection(
  response: ServerResponse,
  rejection: Rejection,
  commonHeaders: HeaderValues,
): string {
  const { body, headers, requestId } = renderRejection(rejection, commonHeaders);
  response.writeHead(rejection.status, headers).end(body);
  return requestId;
}

/** The same on a connection without a valid request: headers too large or too slow, no HTTP, CONNECT. */
export function sendRejectionToSocket(
  socket: Duplex,
  rejection: Rejection,
  commonHeaders: HeaderValues,
): void {
  // A client that continues to send causes another error after the response.
  if (socket.writableEnded) return;
  if (!socket.writable) return void socket.destroy();
  const { status } = rejection;
  const { body, headers } = renderRejection(rejection, commonHeaders);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // Delayed, because the client could lose the response; forced, because it could keep the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function renderRejection({ status, asPage, ...content }: Rejection, commonHeaders: HeaderValues) {
  const requestId = crypto.randomUUID();
  const body = asPage
    ? `${content.error}\n\nrequest ${requestId}\n`
    : JSON.stringify({ ...content, request_id: requestId });
  const headers: Record<string, string> = {
    ...commonHeaders,
    'Content-Type': asPage ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    // The client may already be sending another protocol, which cannot be parsed.
    ...(status === 426 ? { Connection: 'close' } : {}),
  };
  return { body, headers, requestId };
}
