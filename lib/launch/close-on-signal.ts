import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { runShutdown } from '../shutdown.ts';

/** Longer than the requests under way have (drain.ts); a shutdown that takes longer hangs, milliseconds. */
const SHUTDOWN_MS = 20_000;

/**
 * Ends the process in order when a signal asks for it, with code 0: work that starts by itself is stopped, requests
 * under way are answered, and the store is closed last, so that whatever they still send upstream is recorded.
 * A second signal, and a shutdown that hangs, end it at once with code 1.
 *
 * @param drain closes the HTTP server
 * @param closeApp closes Next
 */
export function closeOnSignal(log: Logger, drain: () => Promise<void>, closeApp: () => Promise<void>): void {
  closeWithGrace({ delay: SHUTDOWN_MS, logger: log, skip: [...skipped] }, async () => {
    await runShutdown('background');
    await drain();
    await closeApp();
    await runShutdown('storage');
  });
}

const skipped = [
  // Next logs these and goes on serving: a failed request must not end the process for everybody.
  'uncaughtException',
  'unhandledRejection',
  // With nothing left to do, the process ends by itself.
  'beforeExit',
  // A process in this state can run no code that could be relied on.
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
  // Not a request to end: nohup ignores the first, and the second has no fixed meaning.
  'SIGHUP',
  'SIGUSR2',
] as const;
