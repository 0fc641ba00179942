import { join } from 'node:path';
import next from 'next';
import type { Logger } from 'pino';
import { createAllowedHosts } from './allowed-hosts.ts';
import { applicationAt } from './build.ts';
import { createHttpServer, listen, printableUrl, startMessage } from './listen.ts';
import { createRequestHandler } from './request-handler.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { createDrain, shutDownOnSignal } from './shutdown.ts';
import { createStaticFiles } from './static-files.ts';

/**
 * Serves the product until a signal ends it (docs/adr/0001-own-launcher.md). It listens first; requests wait until Next is
 * prepared. An invalid configuration ends the process while Next is prepared (instrumentation.ts).
 *
 * @returns once the product is served @throws SettingError when listening failed
 */
export async function serve(options: {
  dev: boolean;
  host: string;
  port: number;
  /** Whether to listen on a free port if this one is taken. */
  orFreePort: boolean;
  /** Empty at the root. */
  basePath: string;
  /** The number of trusted proxies. */
  hops: number;
  /** Null when unset: users then open the address that the server listens on. */
  publicUrl: URL | null;
  /** Canonical. */
  allowedHosts: readonly string[];
  log: Logger;
}): Promise<void> {
  const { dev, host, basePath, hops, publicUrl, allowedHosts, log } = options;
  // Only the owner can read the files that the process creates: the data, and a copy of the build.
  process.umask(0o077);
  // Copied before the server listens, because a request before its handler exists would never be answered.
  const dir = dev ? '.' : await applicationAt(basePath);
  const server = createHttpServer(dev);
  const drain = createDrain(server);
  const port = await listen(server, host, options.port, options.orFreePort);
  // The server reads these variables: they are set to the actual listen address.
  Object.assign(process.env, { HOSTNAME: host, PORT: String(port), SIGHTLINE_BASE_PATH: basePath });
  const app = next({ dev, dir, hostname: host, port, httpServer: server });
  const ready = app.prepare().then(() => app.getRequestHandler());
  const { protocol, host: publicHost } = publicUrl ?? new URL(printableUrl(host, port));
  const headers = createSecurityHeaders({ dev, https: protocol === 'https:' });
  const handle = createRequestHandler({
    headers,
    basePath,
    hops,
    publicHost,
    isAllowedHost: createAllowedHosts({ hostname: host, publicUrl, listed: allowedHosts }),
    serveFile: dev ? null : createStaticFiles(join(dir, '.next', 'static'), headers.file),
    next: ready,
    log,
  });
  server.on('request', handle);
  // An unsupported `Expect` header may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', handle);
  await ready;
  const hasConfiguredHosts = publicUrl !== null || allowedHosts.length > 0;
  console.log(
    startMessage({ host, port, basePath, isDemo: process.env.SIGHTLINE_DEMO === '1', hasConfiguredHosts }),
  );
  shutDownOnSignal(log, drain, () => app.close());
}
