import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { runShutdown } from '../process/shared.ts';

/** Maximum duration of a shutdown, milliseconds. */
const SHUTDOWN_MS = 20_000;
/** Maximum time for requests in flight to complete, milliseconds. */
const DRAIN_MS = 5000;
/** Interval of the checks whether requests have completed, milliseconds. */
const CHECK_MS = 10;

/**
 * Exits with code 0 after a signal: stops background work, completes requests in flight, and closes the storage last, so that
 * their upstream requests are recorded. A second signal, or a shutdown that takes too long, ends the process with code 1.
 */
export function shutDownOnSignal(
  log: Pick<Logger, 'error'>,
  drain: () => Promise<void>,
  closeApp: () => Promise<void>,
): void {
  let isEnding = false;

  async function shutDown(): Promise<void> {
    if (isEnding) process.exit(1);
    isEnding = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS);
    try {
      await runShutdown('background');
      await drain();
      await closeApp();
      await runShutdown('storage');
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the shutdown failed');
      process.exit(1);
    }
  }
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM']) process.on(signal, () => void shutDown());
}

/** @returns closes a server: it accepts no connections, waits up to 5 s for requests in flight, and closes all connections */
export function createDrain(server: Server): () => Promise<void> {
  let inFlight = 0;
  server.on('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
    });
  });
  return async () => {
    server.close();
    const deadline = performance.now() + DRAIN_MS;
    while (inFlight > 0 && performance.now() < deadline) await pause(CHECK_MS);
    // Node has closed idle connections; one that became idle later could still carry another request.
    server.closeAllConnections();
  };
}
