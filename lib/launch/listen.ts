import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isIPv6, type Server as NetServer } from 'node:net';
import { SettingError } from './settings.ts';

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

/**
 * Creates Node's HTTP server with the limits of the product. Node itself answers what is no valid request (400), arrives too
 * slowly (408) or has headers that are too large (431).
 *
 * @param dev whether Next's development server uses it
 */
export function createHttpServer(dev: boolean): Server {
  return createServer({
    headersTimeout: ARRIVAL_MS,
    requestTimeout: ARRIVAL_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADERS_MAX_BYTES,
    connectionsCheckingInterval: CHECK_MS,
    // The development server reloads pages over a WebSocket. All other offers to upgrade are ignored (RFC 9110, 7.8).
    shouldUpgradeCallback: ({ headers }) => dev && headers.upgrade?.toLowerCase() === 'websocket',
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

/** Whether it is a wildcard address: listening on it means listening on every address of the machine. */
export function isWildcardAddress(host: string): boolean {
  const canonical = isIPv6(host) ? URL.parse(`http://[${host}]`)?.hostname : host;
  return canonical === '0.0.0.0' || canonical === '[::]';
}

/** Returns the URL that a user opens in a browser. */
export function printableUrl(host: string, port: number): string {
  const name = isWildcardAddress(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * Returns the message that the launcher prints once the product is served.
 * @param options.hasConfiguredHosts whether SIGHTLINE_PUBLIC_URL or SIGHTLINE_ALLOWED_HOSTS names a host
 */
export function startMessage(options: {
  host: string;
  port: number;
  basePath: string;
  isDemo: boolean;
  hasConfiguredHosts: boolean;
}): string {
  const { host, port, basePath, isDemo, hasConfiguredHosts } = options;
  const message = `Sightline is running at ${printableUrl(host, port)}${basePath}${isDemo ? ' with demo data' : ''}`;
  if (hasConfiguredHosts || !isWildcardAddress(host)) return message;
  return `${message}\nIt answers only to localhost. To open it from other machines, set SIGHTLINE_ALLOWED_HOSTS to this machine’s host name or IP address.`;
}
