import type { Server } from 'node:http';

/** How long requests under way may take to end, milliseconds. */
const DRAIN_MS = 5000;

/**
 * Counts the requests of a server, so that it can be closed without cutting one off.
 * @returns closes: accepts no connection, lets requests under way end within 5 s, then cuts the connections that are left
 */
export function drainable(server: Server): () => Promise<void> {
  let underWay = 0;
  let onIdle: (() => void) | null = null;
  server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      if (underWay === 0) onIdle?.();
    });
  });
  return async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    if (underWay > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        setTimeout(resolve, DRAIN_MS);
      });
    }
    // Node counts a connection on which nothing was asked yet as active; browsers open such in advance.
    server.closeAllConnections();
    await closed;
  };
}
