import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../contract/error.ts';

/** How long a rejected connection stays open so that the answer can be read, milliseconds. */
const LINGER_MS = 1000;

/** Why the launcher answers a request with an error itself, in the form of the BFF's errors (lib/contract/error.ts). */
export interface Rejection {
  status: 400 | 404 | 405 | 408 | 413 | 414 | 421 | 426 | 431 | 500;
  /** A sentence for a person. It never repeats anything from the request. */
  error: string;
  code: Extract<
    ErrorCode,
    'invalid_parameter' | 'internal' | 'method_not_allowed' | 'not_found' | 'wrong_host'
  >;
  parameter?: string;
}

/** Rejects what is malformed or too large. @param parameter the part of the request that is at fault */
export function invalid(status: Rejection['status'], error: string, parameter: string): Rejection {
  return { status, error, code: 'invalid_parameter', parameter };
}

/** What a connection gets that never became a request. @param code Node's code of the error */
export function rejectionOfClientError(code: string | undefined): Rejection {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalid(408, 'The request timed out.', 'headers');
    case 'HPE_HEADER_OVERFLOW':
      return invalid(431, 'The request headers are too large.', 'headers');
    default:
      return invalid(400, 'The request is not valid HTTP.', 'headers');
  }
}

/**
 * Answers a rejected request. Its body, if it has one, is discarded as it arrives.
 * @param always the headers that every such answer has; @returns the request id
 */
export function sendRejection(
  response: ServerResponse,
  rejection: Rejection,
  always: readonly (readonly [name: string, value: string])[],
): string {
  const { body, headers, requestId } = rendered(rejection);
  for (const [name, value] of always) response.setHeader(name, value);
  response.writeHead(rejection.status, headers);
  response.end(body);
  return requestId;
}

/**
 * Answers on a connection that never became a request: headers too large or too slow, no HTTP at all, a tunnel.
 * @param always the headers that every such answer has
 */
export function sendRejectionToSocket(
  socket: Duplex,
  rejection: Rejection,
  always: readonly (readonly [name: string, value: string])[],
): void {
  // A client that goes on sending causes another error after the answer.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { body, headers } = rendered(rejection);
  const lines = [...always, ...Object.entries(headers), ['Connection', 'close']];
  const head = [
    `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end([...head, '', body].join('\r\n'));
  // Destroyed at once, the client could lose the answer; never, it could hold the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function rendered({ status, ...content }: Rejection) {
  const requestId = crypto.randomUUID();
  const body = JSON.stringify({ ...content, request_id: requestId });
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    // The client may already send another protocol, which cannot be parsed.
    ...(status === 426 ? { Connection: 'close' } : {}),
  };
  return { body, headers, requestId };
}
