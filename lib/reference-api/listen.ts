import { once } from 'node:events';
import type { Server } from 'node:http';

/** Listens on a port, 0 for a free one. `origin` of a wildcard host has the loopback address. @throws Error EADDRINUSE */
export async function listen(server: Server, host: string, port: number) {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const boundPort = address !== null && typeof address === 'object' ? address.port : port;
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return { port: boundPort, origin: `http://${name}:${boundPort}` };
}

/** Closes a server and all its connections, including idle ones and those with a request in progress. */
export function endNow(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
