import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { rejectionOfClientError, sendRejectionToSocket } from './rejection.ts';
import { offersWebSocket } from './request-limits.ts';
import type { HeaderValues } from './security-headers.ts';
import { SettingError } from './setting-error.ts';

/**
 * How long an idle connection is kept open, milliseconds. Longer than load balancers keep theirs (60 s): a request sent
 * while the server closes its connection would become a 502.
 */
const KEEP_ALIVE_MS = 75_000;
/**
 * Maximum time for the headers and for the complete request to arrive, milliseconds. Node counts it from the opening of a
 * connection until its first request, so a shorter one would close connections that a load balancer opens in advance.
 */
const ARRIVAL_MS = 80_000;
/** Interval of the checks for requests that exceed these limits, milliseconds. */
const CHECK_MS = 2000;
/**
 * Maximum size of the URL and all headers, bytes. A session cookie and a browser's own headers take about 2,000; the rest is
 * for the cookies of other applications on the same host.
 */
const HEADERS_MAX_BYTES = 64 * 1024;

/** Creates Node's HTTP server with the limits of the product. @param dev whether Next's development server uses it */
export function createHttpServer(dev: boolean): Server {
  return createServer({
    headersTimeout: ARRIVAL_MS,
    requestTimeout: ARRIVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_MAX_BYTES,
    connectionsCheckingInterval: CHECK_MS,
    // The development server reloads pages over a WebSocket. All other offers to upgrade are ignored.
    shouldUpgradeCallback: ({ headers }) => dev && offersWebSocket(headers),
    // request-limits.ts rejects a missing Host in the format of the BFF's errors.
    requireHostHeader: false,
  });
}

/** Rejects CONNECT and connections without a valid request, in the format of the BFF's errors. */
export function handleClientErrors(server: Server, headers: HeaderValues, publicHost: string): void {
  server.on('connect', (_request, socket) => {
    const error = 'CONNECT is not supported.';
    sendRejectionToSocket(socket, { status: 405, error, code: 'method_not_allowed' }, headers);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    sendRejectionToSocket(socket, rejectionOfClientError(error.code, publicHost), headers);
  });
}

/**
 * Starts listening. Uses IPv4 alone if the host is `::` and the machine has no IPv6.
 *
 * @param orFreePort whether to listen on a free port if this one is taken
 * @returns the port @throws SettingError when listening failed
 */
export async function listen(
  server: NetServer,
  host: string,
  port: number,
  orFreePort = false,
): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (host === '::' && (code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL'))
      return listen(server, '0.0.0.0', port, orFreePort);
    if (orFreePort && code === 'EADDRINUSE') {
      console.log(`Port ${port} is taken, so another one is used.`);
      return listen(server, host, 0);
    }
    throw new SettingError(
      code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is already in use. Set PORT to a free port.`
        : code === 'EACCES'
          ? `Port ${port} on ${host} requires elevated privileges. Set PORT above 1023.`
          : `Cannot listen on ${host}, port ${port}: check HOSTNAME and PORT.`,
    );
  }
  const bound = server.address();
  return typeof bound === 'object' ? (bound?.port ?? port) : port;
}
