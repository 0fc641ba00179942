import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum time in which the head of a request, and all of it, must arrive, milliseconds from its first byte. */
interface ArrivalLimits {
  headMs: number;
  requestMs: number;
}

/** Bytes of an empty line, which some clients send after a request, and which begins no other (RFC 9112, 2.2). */
const EMPTY_LINE = 2;

/** What is known of one connection. */
interface Arrival {
  /** The request whose head came last; null before the first. */
  request: IncomingMessage | null;
  isAnswered: boolean;
  /** How many bytes had been read when nothing was under way, last. */
  settledBytes: number;
  /** When the request that is arriving was noticed; null while none is. */
  begunAt: number | null;
}

/**
 * Limits how long a request may take to arrive. Node's own limits do not suit: they count from the opening of a
 * connection until its first request (`Parser::Initialize`, `ConnectionsList::Expired` in src/node_http_parser.cc), so
 * that a short one closes what a balancer opens in advance, and one for headers must not exceed the one for requests.
 *
 * Node reads sockets without telling us of each read, so arrival is noticed by `bytesRead` at the next check. A head
 * whose beginning came together with the request before it is left to Node's limits. Requests that are too slow become a
 * `clientError` of the same code as Node's.
 *
 * @param now monotonic milliseconds
 * @returns looks at all connections; to be called every few seconds
 */
export function limitArrival(server: Server, limits: ArrivalLimits, now: () => number): () => void {
  const arrivals = new Map<Socket, Arrival>();

  server.on('connection', (socket: Socket) => {
    arrivals.set(socket, { request: null, isAnswered: true, settledBytes: 0, begunAt: null });
    socket.once('close', () => arrivals.delete(socket));
  });
  server.on('request', begin);
  server.on('checkExpectation', begin);

  function begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const arrival = arrivals.get(socket);
    if (arrival === undefined) return;
    arrival.request = request;
    arrival.isAnswered = false;
    arrival.begunAt = now();
    const settle = () => {
      arrival.settledBytes = socket.bytesRead;
      if (request.complete) arrival.begunAt = null;
    };
    response.once('close', () => {
      // Of several requests that were sent together the last one counts.
      arrival.isAnswered = arrival.request === request;
      settle();
      if (!request.complete) request.once('close', settle);
    });
  }

  /** Whether the connection has been in the middle of a request for too long. */
  function isLate(socket: Socket, arrival: Arrival): boolean {
    const { request, isAnswered, settledBytes } = arrival;
    const isBody = request !== null && !request.complete;
    const isHead = isAnswered && socket.bytesRead > settledBytes + EMPTY_LINE;
    if (!isBody && !isHead) {
      arrival.begunAt = null;
      return false;
    }
    arrival.begunAt ??= now();
    return now() - arrival.begunAt > (isBody ? limits.requestMs : limits.headMs);
  }

  return () => {
    for (const [socket, arrival] of arrivals) {
      if (!isLate(socket, arrival)) continue;
      arrivals.delete(socket);
      server.emit('clientError', tooSlow(), socket);
    }
  };
}

function tooSlow(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
