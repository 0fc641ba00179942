import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { runShutdown } from '../process/shutdown-steps.ts';

/** Maximum duration of a shutdown, milliseconds: longer than requests in flight may take (drain-requests.ts). */
const SHUTDOWN_MS = 20_000;

/**
 * Shuts the process down when a signal requests it, and exits with code 0: background work is stopped,
 * requests in flight are completed, and the store is closed last, so that the upstream requests they cause
 * are recorded. A second signal, or a shutdown that takes too long, ends the process at once with code 1.
 *
 * @param drain closes the HTTP server
 * @param closeApp closes Next
 */
export function shutDownOnSignal(
  log: Logger,
  drain: () => Promise<void>,
  closeApp: () => Promise<void>,
): void {
  closeWithGrace({ delay: SHUTDOWN_MS, logger: log, skip: [...ignoredEvents] }, async () => {
    await runShutdown('background');
    await drain();
    await closeApp();
    await runShutdown('storage');
  });
}

const ignoredEvents = [
  // Next logs these and continues serving: a failed request must not terminate the process.
  'uncaughtException',
  'unhandledRejection',
  // The process exits by itself when nothing is left to do.
  'beforeExit',
  // After these signals no code of the process can be relied on.
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
  // Not requests to terminate: nohup ignores the first, and the second has no fixed meaning.
  'SIGHUP',
  'SIGUSR2',
] as const;
