import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { rejectionOfClientError, sendRejectionToSocket } from './rejection.ts';
import { offersWebSocket } from './request-limits.ts';
import { limitArrival } from './request-timeouts.ts';

/**
 * Maximum time for the headers, and for the complete request, to arrive, milliseconds from its first byte.
 */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** Interval of the checks for requests that exceed these limits, milliseconds. */
const CHECK_MS = 2000;
/**
 * How long an idle connection is kept open, milliseconds. Longer than load balancers keep theirs (60 s), so
 * that the balancer closes it first: a request sent while the server closes it would become a 502.
 */
const KEEP_ALIVE_MS = 75_000;
/**
 * Node's limits for headers and requests, milliseconds. For the first request it counts them from the opening
 * of the connection, so load balancers can keep a connection unused for this long.
 */
const UNUSED_CONNECTION_MS = 80_000;
/** Above the limit in request-limits.ts, which rejects most oversized headers. Node rejects the rest. */
const HEADERS_MAX_BYTES = 128 * 1024;

/**
 * Creates Node's HTTP server with the limits of the product.
 * @param dev whether Next's development server uses it
 */
export function createHttpServer(dev: boolean): Server {
  const server = createServer({
    headersTimeout: UNUSED_CONNECTION_MS,
    requestTimeout: UNUSED_CONNECTION_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_MAX_BYTES,
    connectionsCheckingInterval: CHECK_MS,
    // The development server reloads pages over a WebSocket. All other offers to upgrade are ignored.
    shouldUpgradeCallback: ({ headers }) => dev && offersWebSocket(headers),
    // request-limits.ts rejects a missing Host in the format of the BFF's errors.
    requireHostHeader: false,
  });
  // Not in development: the bytes of an open WebSocket would count as a request that is too slow.
  if (dev) return server;
  const check = limitArrival(server, { headMs: HEADERS_MS, requestMs: REQUEST_MS }, () => performance.now());
  const checking = setInterval(check, CHECK_MS).unref();
  return server.once('close', () => clearInterval(checking));
}

/**
 * Rejects CONNECT and connections without a valid request, in the format of the BFF's errors.
 * @param headers the headers of every such response
 */
export function handleClientErrors(
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

/** Starts listening. @returns the port, or a sentence that says why listening failed */
export async function listen(server: NetServer, host: string, port: number): Promise<number | string> {
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
