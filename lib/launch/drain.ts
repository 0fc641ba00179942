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
    // Its callback would wait for upgraded connections, which nothing here can close.
    server.close();
    if (underWay > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        setTimeout(resolve, DRAIN_MS);
      });
    }
    // Node closed those that were idle; one whose answer has ended since could bring another request.
    server.closeAllConnections();
  };
}
