import type { Server } from 'node:http';

/** Maximum time for requests in flight to complete, milliseconds. */
const DRAIN_MS = 5000;

/**
 * Counts the requests of a server, so that it can be closed without aborting one.
 * @returns a function that stops accepting connections, waits up to 5 s for requests in flight, and closes
 * all connections
 */
export function createDrain(server: Server): () => Promise<void> {
  let inFlight = 0;
  let onIdle: (() => void) | null = null;
  server.on('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      if (inFlight === 0) onIdle?.();
    });
  });
  return async () => {
    // Without a callback: it would wait for upgraded connections, which nothing here closes.
    server.close();
    if (inFlight > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        setTimeout(resolve, DRAIN_MS);
      });
    }
    // Node has closed idle connections; one that became idle later could still carry another request.
    server.closeAllConnections();
  };
}
