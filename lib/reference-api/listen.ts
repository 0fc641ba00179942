import type { Server } from 'node:http';

/**
 * Makes a server listen. A wildcard host is named as the loopback address in `origin`.
 * @param port 0 takes a free one
 * @throws Error with code EADDRINUSE when the port is taken
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
): Promise<{ port: number; origin: string }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  const taken = address !== null && typeof address === 'object' ? address.port : port;
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return { port: taken, origin: `http://${name}:${taken}` };
}

/** Closes a server and cuts its connections, also those that are kept alive or wait for an answer. */
export function endNow(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
