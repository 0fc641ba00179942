import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum time for the head, and for the complete request, to arrive, milliseconds from its first byte. */
interface ArrivalLimits {
  headMs: number;
  requestMs: number;
}

/** Length of an empty line, which some clients send after a request; it starts no other (RFC 9112, 2.2). */
const EMPTY_LINE_BYTES = 2;

/** The state of one connection. */
interface ConnectionState {
  /** The request whose head arrived last; null before the first. */
  request: IncomingMessage | null;
  /** Whether the response to `request` has ended. */
  isResponded: boolean;
  /** `bytesRead` of the socket when the connection was last idle. */
  idleBytesRead: number;
  /** When the request that is arriving was first noticed; null while none is arriving. */
  startedAt: number | null;
}

/**
 * Limits how long a request may take to arrive. Node's own limits are unsuitable: for the first request they
 * count from the opening of the connection (`Parser::Initialize`, `ConnectionsList::Expired` in
 * src/node_http_parser.cc), so a short limit closes connections that a load balancer opens in advance. Also,
 * Node's limit for headers must not exceed its limit for requests.
 *
 * Node emits no event when it reads from a socket, so a new request is noticed by `bytesRead` at the next
 * check. A head whose first bytes arrive together with the previous request is left to Node's limits. A
 * request that is too slow is reported as `clientError` with the code that Node uses.
 *
 * @param now returns monotonic milliseconds
 * @returns a function that checks all connections; call it every few seconds
 */
export function limitArrival(server: Server, limits: ArrivalLimits, now: () => number): () => void {
  const connections = new Map<Socket, ConnectionState>();

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { request: null, isResponded: true, idleBytesRead: 0, startedAt: null });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', onRequest);
  server.on('checkExpectation', onRequest);

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.request = request;
    connection.isResponded = false;
    connection.startedAt = now();
    const markIdle = () => {
      connection.idleBytesRead = socket.bytesRead;
      if (request.complete) connection.startedAt = null;
    };
    response.once('close', () => {
      // Of pipelined requests, the last one counts.
      connection.isResponded = connection.request === request;
      markIdle();
      if (!request.complete) request.once('close', markIdle);
    });
  }

  /** Whether a request has been arriving on the connection for too long. */
  function isTooSlow(socket: Socket, connection: ConnectionState): boolean {
    const { request, isResponded, idleBytesRead } = connection;
    const isBody = request !== null && !request.complete;
    const isHead = isResponded && socket.bytesRead > idleBytesRead + EMPTY_LINE_BYTES;
    if (!isBody && !isHead) {
      connection.startedAt = null;
      return false;
    }
    connection.startedAt ??= now();
    return now() - connection.startedAt > (isBody ? limits.requestMs : limits.headMs);
  }

  return () => {
    for (const [socket, connection] of connections) {
      if (!isTooSlow(socket, connection)) continue;
      connections.delete(socket);
      server.emit('clientError', requestTimeoutError(), socket);
    }
  };
}

function requestTimeoutError(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
