import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import next from 'next';
import { printableUrl } from './address.ts';
import { serveBrotli } from './brotli-files.ts';
import { staticFiles } from './build.ts';
import { drainable } from './drain.ts';
import { refuseUnreadable } from './guard.ts';

/**
 * Serves the product until a signal ends it (docs/adr/0001-own-launcher.md). The port is taken first; requests wait
 * until Next is prepared, and preparing ends the process when the configuration is wrong (instrumentation.ts).
 *
 * @returns null once it listens, or a sentence about why it cannot
 */
export async function serve(options: { dev: boolean; host: string; port: number }): Promise<string | null> {
  const { dev, host, port } = options;
  const server = createServer();
  const close = drainable(server);
  const taken = await listen(server, host, port);
  if (taken !== null) return taken;
  const bound = boundPort(server, port);
  const app = next({ dev, hostname: host, port: bound, httpServer: server });
  const ready = app.prepare().then(() => app.getRequestHandler());
  const answerFile = dev ? null : serveBrotli(staticFiles, '/_next/static');
  server.on('request', async (request, response) => {
    if (refuseUnreadable(request, response) || answerFile?.(request, response)) return;
    await (await ready)(request, response);
  });
  await ready;
  const demo = process.env.SIGHTLINE_DEMO === '1' ? ' with demo data: an invented organization' : '';
  console.log(`Sightline is at ${printableUrl(host, bound)}${demo}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      await close();
      await app.close();
      process.exit(0);
    });
  }
  return null;
}

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
