import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { limitArrival } from './arrival-limits.ts';
import { rejectionOfClientError, sendRejectionToSocket } from './rejection.ts';
import { offersWebSocket } from './request-limits.ts';

/** Maximum time in which headers, and a whole request, must arrive, milliseconds from its first byte. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** How often it is looked for requests that exceed these. */
const CHECK_MS = 2000;
/**
 * How long an idle connection is kept, milliseconds. Longer than load balancers keep theirs (60 s), so that the
 * balancer closes it: a request that is sent while we close becomes a 502.
 */
const KEEP_ALIVE_MS = 75_000;
/**
 * The same for a connection on which no request has begun yet: Node counts its limits for headers and requests from the
 * opening. They have to be longer, so that a balancer may open connections in advance.
 */
const UNUSED_MS = 80_000;
/** Above the limit in request-limits.ts, so that most oversized headers get its answer; Node rejects the rest. */
const HEADERS_MAX = 128 * 1024;

/** Node's HTTP server with the limits of the product. @param dev whether Next's development server uses sockets */
export function createHttpServer(dev: boolean): Server {
  const server = createServer({
    headersTimeout: UNUSED_MS,
    requestTimeout: UNUSED_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_MAX,
    connectionsCheckingInterval: CHECK_MS,
    // The development server reloads pages over a socket. Any other offer to upgrade is handled as a plain request.
    shouldUpgradeCallback: ({ headers }) => dev && offersWebSocket(headers),
    // request-limits.ts rejects it in the form of the BFF's errors.
    requireHostHeader: false,
  });
  // A websocket carries no requests, and only developers open one.
  if (dev) return server;
  const check = limitArrival(server, { headMs: HEADERS_MS, requestMs: REQUEST_MS }, () => performance.now());
  const checking = setInterval(check, CHECK_MS).unref();
  return server.once('close', () => clearInterval(checking));
}

/**
 * Answers connections that never become a request in the form of the BFF's errors.
 * @param headers those of every such answer
 */
export function answerBrokenConnections(
  server: Server,
  headers: readonly (readonly [name: string, value: string])[],
): void {
  server.on('connect', (_request, socket) => {
    const rejection = {
      status: 405,
      error: 'CONNECT is not supported.',
      code: 'method_not_allowed',
    } as const;
    sendRejectionToSocket(socket, rejection, headers);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    sendRejectionToSocket(socket, rejectionOfClientError(error.code), headers);
  });
}

/** Listens. @returns the port, or a sentence about why it cannot be listened on */
export async function listen(server: Server, host: string, port: number): Promise<number | string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use. Set PORT to a free port.`;
    if (code === 'EACCES')
      return `Port ${port} on ${host} requires elevated privileges. Set PORT above 1023.`;
    return `Cannot listen on ${host}, port ${port}: check HOSTNAME and PORT.`;
  }
  const bound = server.address();
  return bound !== null && typeof bound === 'object' ? bound.port : port;
}
