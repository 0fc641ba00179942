import type { Server } from 'node:http';

/** How long requests under way may take to end, milliseconds. */
const DRAIN_MS = 5000;

/**
 * Watches the requests of a server, so that it can be closed without cutting one off.
 * @returns closes: no new connections, requests under way may end within 5 s, and connections that only wait are cut
 */
export function drainable(server: Server): () => Promise<void> {
  let underway = 0;
  let settled: (() => void) | null = null;
  server.on('request', (_request, response) => {
    underway += 1;
    response.once('close', () => {
      underway -= 1;
      if (underway === 0) settled?.();
    });
  });
  return async () => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    if (underway > 0) {
      await new Promise<void>((resolve) => {
        settled = resolve;
        setTimeout(resolve, DRAIN_MS);
      });
    }
    // Browsers keep connections open on which they ask nothing; Node does not count all of them as idle.
    server.closeAllConnections();
    await closed;
  };
}
