import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import next from 'next';
import type { Logger } from 'pino';
import { closeAll } from '../closing.ts';
import { logRequest } from './access-log.ts';
import { createAllowedHosts } from './allowed-hosts.ts';
import { serveBrotli } from './brotli-files.ts';
import { staticFiles } from './build.ts';
import { builtFiles } from './built-files.ts';
import { drainable } from './drain.ts';
import { printableUrl } from './listen-address.ts';
import { rejectHost } from './reject-host.ts';
import { type Rejection, rejectionOfClientError, sendRejection, sendRejectionToSocket } from './rejection.ts';
import { rejectRequest } from './request-limits.ts';
import { sanitizeHeaders } from './sanitize-headers.ts';
import { contentSecurityPolicy, documentHeaders, securityHeaders } from './security-headers.ts';
import { startMessage } from './start-message.ts';

/** Maximum time in which headers, and a whole request, must arrive, milliseconds. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
/** Above the limit in request-limits.ts, so that most oversized headers get its answer; Node rejects the rest. */
const HEADERS_MAX = 128 * 1024;

/** URL prefix of the build's files. */
const STATIC_PREFIX = '/_next/static';

interface ServeOptions {
  dev: boolean;
  host: string;
  port: number;
  /** How many proxies in front are trusted. */
  hops: number;
  /** SIGHTLINE_PUBLIC_URL, when it is one; without it people reach us where we listen. */
  publicUrl: URL | null;
  /** SIGHTLINE_ALLOWED_HOSTS, canonical. */
  allowedHosts: readonly string[];
  log: Logger;
}

/**
 * Serves the product until a signal ends it (docs/adr/0001-own-launcher.md). The port is taken first; requests wait
 * until Next is prepared, and preparing ends the process when the configuration is wrong (instrumentation.ts).
 *
 * @returns null once it listens, or a sentence about why it cannot
 */
export async function serve(options: ServeOptions): Promise<string | null> {
  const { dev, host, port } = options;
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    maxHeaderSize: HEADERS_MAX,
    // How often Node looks for those who are too slow.
    connectionsCheckingInterval: 2000,
    // Only the development server talks over sockets. Elsewhere an upgrade is a request like any, and is refused.
    shouldUpgradeCallback: () => dev,
    // request-limits.ts rejects it in the form of the BFF's errors.
    requireHostHeader: false,
  });
  const close = drainable(server);
  const taken = await listen(server, host, port);
  if (taken !== null) return taken;
  const bound = boundPort(server, port);
  // What the server is configured by: the address that is really listened on.
  Object.assign(process.env, { HOSTNAME: host, PORT: String(bound) });
  const app = next({ dev, hostname: host, port: bound, httpServer: server });
  const ready = app.prepare().then(() => app.getRequestHandler());
  const serveFile = dev ? null : serveBrotli(staticFiles, STATIC_PREFIX);
  const about = aboutAnswers(options, bound);
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    logRequest(request, response, options.log);
    if (!prepare(request, response, about) || serveFile?.(request, response)) return;
    await (await ready)(request, response);
  };
  const rejectSocket = (socket: Duplex, rejection: Rejection) => {
    sendRejectionToSocket(socket, rejection, securityHeaders({ ...about, nonce: newNonce() }));
  };
  server.on('request', handle);
  // An expectation that is not met may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', handle);
  server.on('connect', (_request, socket) => {
    rejectSocket(socket, { status: 405, error: 'CONNECT is not supported.', code: 'method_not_allowed' });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    rejectSocket(socket, rejectionOfClientError(error.code));
  });
  await ready;
  const isDemo = process.env.SIGHTLINE_DEMO === '1';
  const hasConfiguredHosts = options.publicUrl !== null || options.allowedHosts.length > 0;
  console.log(startMessage({ host, port: bound, isDemo, hasConfiguredHosts }));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await close();
      await closeAll();
      await app.close();
      process.exit(0);
    });
  }
  return null;
}

/** What each answer needs to know of the server. */
interface AboutAnswers {
  dev: boolean;
  https: boolean;
  hops: number;
  publicHost: string;
  isAllowedHost: (host: string) => boolean;
  /** Addresses of the build's scripts, styles and fonts. */
  files: ReadonlySet<string>;
}

function aboutAnswers(options: ServeOptions, port: number): AboutAnswers {
  const { dev, hops, host, publicUrl, allowedHosts } = options;
  const isAllowedHost = createAllowedHosts({ hostname: host, publicUrl, listed: allowedHosts });
  const { protocol, host: publicHost } = publicUrl ?? new URL(printableUrl(host, port));
  const files = dev ? new Set<string>() : builtFiles(staticFiles, STATIC_PREFIX);
  return { dev, hops, https: protocol === 'https:', publicHost, isAllowedHost, files };
}

/** Sets the headers of every answer and sanitizes those of the request. @returns false when it was rejected */
function prepare(request: IncomingMessage, response: ServerResponse, about: AboutAnswers): boolean {
  const nonce = newNonce();
  for (const [name, value] of securityHeaders({ ...about, nonce })) response.setHeader(name, value);
  const rejection = rejectRequest(request) ?? rejectHost(request, about.hops, about.isAllowedHost);
  if (rejection) {
    sendRejection(response, rejection);
    return false;
  }
  sanitizeHeaders(request, about);
  if (builtFile.test(request.url ?? '')) response.removeHeader('Cache-Control');
  if (about.files.has(request.url ?? '')) {
    for (const name of documentHeaders) response.removeHeader(name);
  }
  // Next reads the nonce for the scripts it renders from the request.
  request.headers['content-security-policy'] = contentSecurityPolicy({ ...about, nonce });
  return true;
}

/** The files of the build say nothing, and Next knows how long each may be kept. */
const builtFile = /^\/_next\/static\/[^?]*\.\w+(\?|$)/;

const newNonce = () => randomBytes(16).toString('base64');

/** Takes the port. Resolves to null, or to a sentence about why it cannot be had. */
async function listen(server: Server, host: string, port: number): Promise<string | null> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') return `Port ${port} on ${host} is in use: set PORT to another one.`;
    if (code === 'EACCES')
      return `Port ${port} on ${host} needs rights this user lacks: set PORT to one above 1023.`;
    return `Cannot listen on ${host}, port ${port}: check HOSTNAME and PORT.`;
  }
}

function boundPort(server: Server, fallback: number): number {
  const bound = server.address();
  return bound !== null && typeof bound === 'object' ? bound.port : fallback;
}
