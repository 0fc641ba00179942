import next from 'next';
import type { Logger } from 'pino';
import { createAllowedHosts } from './allowed-hosts.ts';
import { assetUrls } from './asset-urls.ts';
import { serveBrotli } from './brotli-files.ts';
import { staticFiles } from './build.ts';
import { createDrain } from './drain-requests.ts';
import { shutDownOnSignal } from './graceful-shutdown.ts';
import { createHttpServer, handleClientErrors, listen } from './http-server.ts';
import { printableUrl } from './listen-address.ts';
import { createRequestHandler } from './request-handler.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { startMessage } from './start-message.ts';

/** The URL prefix of build files. */
const STATIC_PREFIX = '/_next/static';

interface ServeOptions {
  dev: boolean;
  host: string;
  port: number;
  /** The number of trusted proxies. */
  hops: number;
  /** SIGHTLINE_PUBLIC_URL; null when unset: users then open the address that the server listens on. */
  publicUrl: URL | null;
  /** SIGHTLINE_ALLOWED_HOSTS, canonical. */
  allowedHosts: readonly string[];
  log: Logger;
}

/**
 * Serves the product until a signal ends it (docs/adr/0001-own-launcher.md). It listens first; requests wait
 * until Next is prepared. An invalid configuration ends the process while Next is prepared
 * (instrumentation.ts).
 *
 * @returns null once the product is served, or a sentence that says why listening failed
 */
export async function serve(options: ServeOptions): Promise<string | null> {
  const { dev, host, hops, publicUrl, allowedHosts, log } = options;
  const server = createHttpServer(dev);
  const drain = createDrain(server);
  const port = await listen(server, host, options.port);
  if (typeof port === 'string') return port;
  // The server reads these variables: they are set to the actual listen address.
  Object.assign(process.env, { HOSTNAME: host, PORT: String(port) });
  const app = next({ dev, hostname: host, port, httpServer: server });
  const ready = app.prepare().then(() => app.getRequestHandler());
  const { protocol, host: publicHost } = publicUrl ?? new URL(printableUrl(host, port));
  const headers = createSecurityHeaders({ dev, https: protocol === 'https:' });
  const handle = createRequestHandler({
    headers,
    hops,
    publicHost,
    isAllowedHost: createAllowedHosts({ hostname: host, publicUrl, listed: allowedHosts }),
    files: dev ? new Set() : assetUrls(staticFiles, STATIC_PREFIX),
    serveFile: dev ? null : serveBrotli(staticFiles, STATIC_PREFIX),
    next: ready,
    log,
  });
  server.on('request', handle);
  // An unsupported `Expect` header may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', handle);
  handleClientErrors(server, headers.data);
  await ready;
  const hasConfiguredHosts = publicUrl !== null || allowedHosts.length > 0;
  console.log(startMessage({ host, port, isDemo: process.env.SIGHTLINE_DEMO === '1', hasConfiguredHosts }));
  shutDownOnSignal(log, drain, () => app.close());
  return null;
}
